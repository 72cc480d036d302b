package dev.konverge.apiserver.access;

import dev.konverge.apiserver.User;
import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.failure.GoText;
import dev.konverge.apiserver.failure.GroupResource;
import dev.konverge.apiserver.failure.StatusException;

/** What a user wants to do, as far as it matters for whether the user may. */
public sealed interface Action {
    /** {@return the verb} */
    String verb();

    /** {@return this with another verb} */
    Action withVerb(String newVerb);

    /** {@return the refusal of this to a user}; {@code why} is empty if there is nothing to add */
    StatusException refusal(User user, String why);

    /**
     * Something done to a resource.
     *
     * @param verb such as {@code get}; empty for a method that is none
     * @param group the API group, empty for core
     * @param resource the plural
     * @param subresource the subresource, empty for the object itself
     * @param namespace the namespace, empty for none or all of them
     * @param name the object's name, empty if it is about no single one
     */
    record OnResource(String verb, String group, String resource, String subresource, String namespace, String name)
            implements Action {
        /** {@return the resource with its subresource, as roles name it} */
        String path() {
            return subresource.isEmpty() ? resource : resource + '/' + subresource;
        }

        @Override
        public OnResource withVerb(String newVerb) {
            return new OnResource(newVerb, group, resource, subresource, namespace, name);
        }

        @Override
        public StatusException refusal(User user, String why) {
            String where = namespace.isEmpty() ? "at the cluster scope" : "in the namespace " + GoText.quote(namespace);
            String text = "User " + GoText.quote(user.name()) + " cannot " + verb + " resource " + GoText.quote(path())
                    + " in API group " + GoText.quote(group) + " " + where;
            return Failures.forbidden(new GroupResource(group, resource), name, Refusals.text(text, why));
        }
    }

    /**
     * Something done to a path that is no resource.
     *
     * @param verb the HTTP method in small letters
     * @param path the path
     */
    record OnPath(String verb, String path) implements Action {
        @Override
        public OnPath withVerb(String newVerb) {
            return new OnPath(newVerb, path);
        }

        @Override
        public StatusException refusal(User user, String why) {
            String text = "User " + GoText.quote(user.name()) + " cannot " + verb + " path " + GoText.quote(path);
            return Failures.forbidden(new GroupResource("", ""), "", Refusals.text(text, why));
        }
    }
}
