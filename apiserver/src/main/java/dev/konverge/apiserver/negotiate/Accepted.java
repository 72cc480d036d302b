package dev.konverge.apiserver.negotiate;

import dev.konverge.apiserver.failure.Failures;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The form of an answer that client and server agree on.
 *
 * @param type how it is encoded
 * @param rendition what of the object is shown
 * @param pretty whether JSON is broken into lines for people
 */
public record Accepted(MediaType type, Rendition rendition, boolean pretty) {
    /** Compact JSON of the object itself: what is used where nothing could be agreed on. */
    public static final Accepted JSON = new Accepted(MediaType.JSON, new Rendition.Plain(), false);

    /** The forms that have a way to tell one event from the next. */
    private static final List<MediaType> WATCHED = List.of(MediaType.JSON, MediaType.PROTOBUF);

    /**
     * {@return the first clause of an Accept header that the endpoint can serve}
     *
     * @param accept the header, or null if the client sent none
     * @param pretty the query parameter {@code pretty}, or null
     * @param userAgent the header, or null
     * @param offer what the endpoint can answer with
     * @throws dev.konverge.apiserver.failure.StatusException 406 if none can be served
     */
    public static Accepted of(
            @Nullable String accept, @Nullable String pretty, @Nullable String userAgent, Offer offer) {
        boolean forPeople = isPretty(pretty, userAgent);
        if (accept == null || accept.isEmpty()) {
            return new Accepted(MediaType.JSON, new Rendition.Plain(), forPeople);
        }
        return match(accept, offer, MediaType.ALL)
                .map(found -> new Accepted(found.type, found.rendition, found.pretty || forPeople))
                .orElseThrow(() -> Failures.notAcceptable(
                        MediaType.ALL.stream().map(MediaType::text).toList()));
    }

    /**
     * {@return the form of the events of a watch}
     *
     * @throws dev.konverge.apiserver.failure.StatusException 406 if none can be served
     */
    public static Accepted ofWatch(@Nullable String accept, Offer offer) {
        if (accept == null || accept.isEmpty()) {
            return JSON;
        }
        return match(accept, offer, WATCHED)
                .map(found -> new Accepted(found.type, found.rendition, false))
                .orElseThrow(() -> Failures.notAcceptable(WATCHED.stream()
                        .map(type -> type.text() + ";stream=watch")
                        .toList()));
    }

    /** {@return whether a header names a type that the server knows, whatever it wants to be made of it} */
    public static boolean namesKnownType(String accept) {
        return accept.isEmpty()
                || AcceptClause.parse(accept).stream()
                        .anyMatch(clause -> MediaType.ALL.stream().anyMatch(clause::names));
    }

    /** {@return the form for a failure: what was asked for if it is a form of any object, else JSON for people} */
    public static Accepted ofFailure(@Nullable String accept, @Nullable String pretty, @Nullable String userAgent) {
        boolean forPeople = isPretty(pretty, userAgent);
        if (accept == null || accept.isEmpty()) {
            return new Accepted(MediaType.JSON, new Rendition.Plain(), forPeople);
        }
        return match(accept, Offer.PLAIN, MediaType.ALL)
                .map(found -> new Accepted(found.type, new Rendition.Plain(), found.pretty || forPeople))
                .orElse(new Accepted(MediaType.JSON, new Rendition.Plain(), true));
    }

    /**
     * {@return whether the client wants all of discovery in one document rather than group by group}: the first clause that the
     * server understands decides.
     */
    public static boolean wantsAggregatedDiscovery(String accept) {
        for (AcceptClause clause : AcceptClause.parse(accept)) {
            Map<String, String> parameters = clause.parameters();
            boolean converts = List.of("as", "g", "v").stream().anyMatch(parameters::containsKey);
            if (converts && clause.names(MediaType.JSON) && isAggregated(parameters)) {
                return true;
            }
            if (!converts && MediaType.ALL.stream().anyMatch(clause::names)) {
                return false;
            }
        }
        return false;
    }

    private static boolean isAggregated(Map<String, String> parameters) {
        return parameters.getOrDefault("as", "").equals("APIGroupDiscoveryList")
                && parameters.getOrDefault("g", "").equals("apidiscovery.k8s.io")
                && parameters.getOrDefault("v", "").equals("v2");
    }

    /** {@return the Content-Type header of an answer of this form} */
    public String contentType() {
        return type.text();
    }

    private static Optional<Accepted> match(String header, Offer offer, List<MediaType> types) {
        for (AcceptClause clause : AcceptClause.parse(header)) {
            for (MediaType type : types) {
                if (clause.names(type)) {
                    Optional<Accepted> accepted = match(clause.parameters(), type, offer);
                    if (accepted.isPresent()) {
                        return accepted;
                    }
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<Accepted> match(Map<String, String> parameters, MediaType type, Offer offer) {
        String stream = parameters.getOrDefault("stream", "");
        String serverVersion = parameters.getOrDefault("sv", "");
        if (!List.of("", "watch").contains(stream) || !List.of("", "v1").contains(serverVersion)) {
            return Optional.empty();
        }
        return rendition(parameters)
                .filter(rendition -> offer.allows(type, rendition))
                .map(rendition -> new Accepted(
                        type, rendition, parameters.getOrDefault("pretty", "").equals("1")));
    }

    private static Optional<Rendition> rendition(Map<String, String> parameters) {
        if (List.of("as", "g", "v").stream().noneMatch(parameters::containsKey)) {
            return Optional.of(new Rendition.Plain());
        }
        String apiVersion = parameters.getOrDefault("g", "") + "/" + parameters.getOrDefault("v", "");
        if (!apiVersion.equals("meta.k8s.io/v1") && !apiVersion.equals("meta.k8s.io/v1beta1")) {
            return Optional.empty();
        }
        return switch (parameters.getOrDefault("as", "")) {
            case "Table" -> Optional.of(new Rendition.Table(apiVersion));
            case "PartialObjectMetadata" -> Optional.of(new Rendition.Metadata(apiVersion));
            case "PartialObjectMetadataList" -> Optional.of(new Rendition.MetadataList(apiVersion));
            default -> Optional.empty();
        };
    }

    private static boolean isPretty(@Nullable String parameter, @Nullable String userAgent) {
        if (parameter != null && !parameter.isEmpty()) {
            return List.of("1", "t", "T", "TRUE", "true", "True").contains(parameter);
        }
        return userAgent != null
                && (userAgent.startsWith("curl")
                        || userAgent.startsWith("Wget")
                        || userAgent.startsWith("Mozilla/5.0"));
    }
}
