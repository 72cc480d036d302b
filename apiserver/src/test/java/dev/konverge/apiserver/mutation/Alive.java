package dev.konverge.apiserver.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.apiserver.Driver;
import dev.konverge.apiserver.ServerRequest;
import dev.konverge.model.Json;
import java.util.List;

/** That a server still does its work, and can still show all that it was given. */
final class Alive {
    private static final String MAPS = "/api/v1/namespaces/alive/configmaps";
    private static final List<String> FORMS = List.of(
            "application/json;as=Table;v=v1;g=meta.k8s.io",
            "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io");

    private Alive() {}

    static void check(Driver server) {
        story(server);
        everythingCanBeShown(server);
    }

    private static void story(Driver server) {
        granted(server.post("/api/v1/namespaces", "{\"metadata\":{\"name\":\"alive\"}}"));
        long before = server.get(MAPS).version();
        granted(server.post(MAPS, "{\"metadata\":{\"name\":\"a\"},\"data\":{\"k\":\"v\"}}"));
        granted(server.apply(
                MAPS + "/a?fieldManager=m",
                "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\"},\"data\":{\"l\":\"w\"}}"));
        assertThat(server.get(MAPS + "/a").text("data")).isEqualTo("{\"k\":\"v\",\"l\":\"w\"}");
        granted(server.delete(MAPS + "/a"));
        assertThat(server.get(MAPS + "/a").status()).isEqualTo(404);
        try (Driver.Watching watching = server.watch(MAPS + "?watch=true&resourceVersion=" + before)) {
            assertThat(watching.next(3)).containsExactly("ADDED a", "MODIFIED a", "DELETED a");
        }
    }

    private static void everythingCanBeShown(Driver server) {
        for (Json group : ((Json.Arr) server.get("/apis").at("groups")).items()) {
            for (Json version : ((Json.Arr) at(group, "versions")).items()) {
                show(server, "/apis/" + text(at(version, "groupVersion")));
            }
        }
        show(server, "/api/v1");
    }

    private static void show(Driver server, String path) {
        for (Json resource : ((Json.Arr) server.get(path).at("resources")).items()) {
            String name = text(at(resource, "name"));
            if (!name.contains("/") && at(resource, "verbs").toString().contains("\"list\"")) {
                granted(server.get(path + "/" + name));
                if (server.get(path + "/" + name + "?limit=1").at("items") instanceof Json.Arr items
                        && !items.items().isEmpty()) {
                    FORMS.forEach(form -> granted(server.send(
                            ServerRequest.of("GET", path + "/" + name).withHeader("Accept", form))));
                }
            }
        }
    }

    private static void granted(Driver.Answer answer) {
        assertThat(answer.status()).as(answer.body()).isBetween(200, 201);
    }

    private static Json at(Json value, String field) {
        return value instanceof Json.Obj object
                ? object.fields().getOrDefault(field, Json.Null.INSTANCE)
                : Json.Null.INSTANCE;
    }

    private static String text(Json value) {
        return value instanceof Json.Str text ? text.value() : "";
    }
}
