package dev.konverge.codegen.crd;

import dev.konverge.schema.Shape;
import dev.konverge.schema.TypeDef;
import dev.konverge.schema.TypeDef.Form;
import java.util.List;
import java.util.Set;

/** The types of the model that definitions refer to without saying so. */
public final class Builtins {
    private static final String META = "io.k8s.apimachinery.pkg.apis.meta.v1.";
    private static final String UTIL = "io.k8s.apimachinery.pkg.";

    /** Metadata. */
    public static final Shape OBJECT_META = new Shape.Ref(META + "ObjectMeta");
    /** A point in time, to the second. */
    public static final Shape TIME = new Shape.Ref(META + "Time");
    /** A length of time. No type of the API has one; configuration files and custom resources have. */
    public static final Shape DURATION = new Shape.Ref(META + "Duration");
    /** A condition. */
    public static final Shape CONDITION = new Shape.Ref(META + "Condition");
    /** A whole number or a text. */
    public static final Shape INT_OR_STRING = new Shape.Ref(UTIL + "util.intstr.IntOrString");
    /** A quantity. */
    public static final Shape QUANTITY = new Shape.Ref(UTIL + "api.resource.Quantity");
    /** Anything. */
    public static final Shape JSON = new Shape.Ref("io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSON");

    /** All that a condition may have; {@code type} and {@code status} make it one. */
    private static final Set<String> CONDITION_FIELDS =
            Set.of("type", "status", "observedGeneration", "lastTransitionTime", "reason", "message");

    private static final String QUANTITY_NUMBER = "^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))";

    /** What a quantity looks like, as a regular expression. */
    public static final String QUANTITY_PATTERN =
            QUANTITY_NUMBER + "(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$";

    private Builtins() {}

    /** {@return the definitions: names and forms are all that those who refer to them need} */
    public static List<TypeDef> types() {
        return List.of(
                type(OBJECT_META, Form.OBJECT),
                type(CONDITION, Form.OBJECT),
                type(TIME, Form.TIME),
                type(DURATION, Form.DURATION),
                type(INT_OR_STRING, Form.INT_OR_STRING),
                type(QUANTITY, Form.QUANTITY),
                type(JSON, Form.JSON));
    }

    private static TypeDef type(Shape shape, Form form) {
        return new TypeDef(((Shape.Ref) shape).type(), form, false, List.of());
    }

    /** {@return whether an object is a condition as Kubernetes has them, so that what works on conditions works on it} */
    static boolean isCondition(Tree schema) {
        Set<String> fields = schema.at("properties").members().keySet();
        return CONDITION_FIELDS.containsAll(fields)
                && fields.containsAll(Set.of("type", "status", "lastTransitionTime"))
                && schema.at("properties")
                        .at("lastTransitionTime")
                        .text("format")
                        .equals("date-time")
                && fields.stream()
                        .filter(field -> !field.equals("observedGeneration"))
                        .allMatch(field ->
                                schema.at("properties").at(field).text("type").equals("string"));
    }

    /** {@return whether a number or text is a quantity: the pattern that generators write for one begins like this} */
    static boolean isQuantity(Tree schema) {
        return schema.text("pattern").startsWith(QUANTITY_NUMBER);
    }
}
