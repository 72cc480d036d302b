package dev.konverge.apiserver.cel;

import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.OptionalType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.TypeParamType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The types of the functions that Kubernetes adds to the language, for the type checker. */
final class Declarations {
    static final CelType QUANTITY = OpaqueType.create("kubernetes.Quantity");
    static final CelType URL = OpaqueType.create("kubernetes.URL");
    static final CelType IP = OpaqueType.create("net.IP");
    static final CelType CIDR = OpaqueType.create("net.CIDR");
    static final CelType SEMVER = OpaqueType.create("kubernetes.Semver");
    static final CelType FORMAT = OpaqueType.create("kubernetes.NamedFormat");
    static final CelType AUTHORIZER = OpaqueType.create("kubernetes.authorization.Authorizer");
    static final CelType PATH_CHECK = OpaqueType.create("kubernetes.authorization.PathCheck");
    static final CelType GROUP_CHECK = OpaqueType.create("kubernetes.authorization.GroupCheck");
    static final CelType RESOURCE_CHECK = OpaqueType.create("kubernetes.authorization.ResourceCheck");
    static final CelType DECISION = OpaqueType.create("kubernetes.authorization.Decision");

    private static final CelType TEXT = SimpleType.STRING;
    private static final CelType INT = SimpleType.INT;
    private static final CelType BOOL = SimpleType.BOOL;
    private static final Map<String, CelType> SUMMABLE =
            Map.of("int", INT, "uint", SimpleType.UINT, "double", SimpleType.DOUBLE, "duration", SimpleType.DURATION);
    private static final Map<String, CelType> COMPARABLE = Map.of(
            "int", INT,
            "uint", SimpleType.UINT,
            "double", SimpleType.DOUBLE,
            "bool", BOOL,
            "duration", SimpleType.DURATION,
            "timestamp", SimpleType.TIMESTAMP,
            "string", TEXT,
            "bytes", SimpleType.BYTES);

    private final Map<String, List<CelOverloadDecl>> overloads = new LinkedHashMap<>();

    private Declarations() {}

    static List<CelFunctionDecl> all() {
        Declarations declarations = new Declarations();
        declarations.texts();
        declarations.lists();
        declarations.urls();
        declarations.quantities();
        declarations.versions();
        declarations.addresses();
        declarations.formats();
        declarations.permissions();
        List<CelFunctionDecl> all = new ArrayList<>();
        declarations.overloads.forEach((name, list) -> all.add(CelFunctionDecl.newFunctionDeclaration(name, list)));
        return all;
    }

    private void method(String name, String id, CelType result, CelType... parameters) {
        overloads
                .computeIfAbsent(name, any -> new ArrayList<>())
                .add(CelOverloadDecl.newMemberOverload(id, result, List.of(parameters)));
    }

    private void function(String name, String id, CelType result, CelType... parameters) {
        overloads
                .computeIfAbsent(name, any -> new ArrayList<>())
                .add(CelOverloadDecl.newGlobalOverload(id, result, List.of(parameters)));
    }

    private void texts() {
        method("format", "string_format", TEXT, TEXT, ListType.create(SimpleType.DYN));
        function("strings.quote", "strings_quote", TEXT, TEXT);
        method("find", "string_find_string", TEXT, TEXT, TEXT);
        method("findAll", "string_find_all_string", ListType.create(TEXT), TEXT, TEXT);
        method("findAll", "string_find_all_string_int", ListType.create(TEXT), TEXT, TEXT, INT);
    }

    private void lists() {
        COMPARABLE.forEach((name, type) -> {
            method("isSorted", "list_" + name + "_is_sorted_bool", BOOL, ListType.create(type));
            method("max", "list_" + name + "_max_" + name, type, ListType.create(type));
            method("min", "list_" + name + "_min_" + name, type, ListType.create(type));
        });
        SUMMABLE.forEach((name, type) -> method("sum", "list_" + name + "_sum_" + name, type, ListType.create(type)));
        CelType any = TypeParamType.create("A");
        method("indexOf", "list_a_index_of_int", INT, ListType.create(any), any);
        method("lastIndexOf", "list_a_last_index_of_int", INT, ListType.create(any), any);
        method("slice", "list_slice", ListType.create(any), ListType.create(any), INT, INT);
        method("flatten", "list_flatten", ListType.create(any), ListType.create(ListType.create(any)));
        method("flatten", "list_flatten_int", ListType.create(SimpleType.DYN), ListType.create(SimpleType.DYN), INT);
        method("distinct", "list_distinct", ListType.create(any), ListType.create(any));
        method("reverse", "list_reverse", ListType.create(any), ListType.create(any));
        COMPARABLE.forEach(
                (name, type) -> method("sort", "list_" + name + "_sort", ListType.create(type), ListType.create(type)));
        function("lists.range", "lists_range", ListType.create(INT), INT);
        CelType key = TypeParamType.create("B");
        method(
                "@sortByAssociatedKeys",
                "list_sortByAssociatedKeys",
                ListType.create(any),
                ListType.create(any),
                ListType.create(key));
    }

    private void urls() {
        function("url", "string_to_url", URL, TEXT);
        function("isURL", "is_url_string", BOOL, TEXT);
        method("getScheme", "url_get_scheme", TEXT, URL);
        method("getHost", "url_get_host", TEXT, URL);
        method("getHostname", "url_get_hostname", TEXT, URL);
        method("getPort", "url_get_port", TEXT, URL);
        method("getEscapedPath", "url_get_escaped_path", TEXT, URL);
        method("getQuery", "url_get_query", MapType.create(TEXT, ListType.create(TEXT)), URL);
    }

    private void quantities() {
        function("quantity", "string_to_quantity", QUANTITY, TEXT);
        function("isQuantity", "is_quantity_string", BOOL, TEXT);
        function("sign", "quantity_sign", INT, QUANTITY);
        method("isGreaterThan", "quantity_is_greater_than", BOOL, QUANTITY, QUANTITY);
        method("isLessThan", "quantity_is_less_than", BOOL, QUANTITY, QUANTITY);
        method("compareTo", "quantity_compare_to", INT, QUANTITY, QUANTITY);
        method("asApproximateFloat", "quantity_get_float", SimpleType.DOUBLE, QUANTITY);
        method("asInteger", "quantity_get_int", INT, QUANTITY);
        method("isInteger", "quantity_is_integer", BOOL, QUANTITY);
        method("add", "quantity_add", QUANTITY, QUANTITY, QUANTITY);
        method("add", "quantity_add_int", QUANTITY, QUANTITY, INT);
        method("sub", "quantity_sub", QUANTITY, QUANTITY, QUANTITY);
        method("sub", "quantity_sub_int", QUANTITY, QUANTITY, INT);
    }

    private void versions() {
        function("semver", "string_to_semver", SEMVER, TEXT);
        function("semver", "string_bool_to_semver", SEMVER, TEXT, BOOL);
        function("isSemver", "is_semver_string", BOOL, TEXT);
        function("isSemver", "is_semver_string_bool", BOOL, TEXT, BOOL);
        method("isGreaterThan", "semver_is_greater_than", BOOL, SEMVER, SEMVER);
        method("isLessThan", "semver_is_less_than", BOOL, SEMVER, SEMVER);
        method("compareTo", "semver_compare_to", INT, SEMVER, SEMVER);
        method("major", "semver_major", INT, SEMVER);
        method("minor", "semver_minor", INT, SEMVER);
        method("patch", "semver_patch", INT, SEMVER);
    }

    private void addresses() {
        function("ip", "string_to_ip", IP, TEXT);
        method("ip", "cidr_ip", IP, CIDR);
        function("isIP", "is_ip", BOOL, TEXT);
        function("ip.isCanonical", "ip_is_canonical", BOOL, TEXT);
        method("family", "ip_family", INT, IP);
        method("isUnspecified", "ip_is_unspecified", BOOL, IP);
        method("isLoopback", "ip_is_loopback", BOOL, IP);
        method("isLinkLocalMulticast", "ip_is_link_local_multicast", BOOL, IP);
        method("isLinkLocalUnicast", "ip_is_link_local_unicast", BOOL, IP);
        method("isGlobalUnicast", "ip_is_global_unicast", BOOL, IP);
        function("string", "ip_to_string", TEXT, IP);
        function("cidr", "string_to_cidr", CIDR, TEXT);
        function("isCIDR", "is_cidr", BOOL, TEXT);
        method("containsIP", "cidr_contains_ip_string", BOOL, CIDR, TEXT);
        method("containsIP", "cidr_contains_ip_ip", BOOL, CIDR, IP);
        method("containsCIDR", "cidr_contains_cidr_string", BOOL, CIDR, TEXT);
        method("containsCIDR", "cidr_contains_cidr", BOOL, CIDR, CIDR);
        method("prefixLength", "cidr_prefix_length", INT, CIDR);
        method("masked", "cidr_masked", CIDR, CIDR);
        function("string", "cidr_to_string", TEXT, CIDR);
    }

    private void formats() {
        function("format.named", "format-named", OptionalType.create(FORMAT), TEXT);
        NamedFormat.names().forEach(name -> function("format." + name, "format." + name, FORMAT));
        method("validate", "format-validate", OptionalType.create(ListType.create(TEXT)), FORMAT, TEXT);
    }

    private void permissions() {
        method("path", "authorizer_path", PATH_CHECK, AUTHORIZER, TEXT);
        method("group", "authorizer_group", GROUP_CHECK, AUTHORIZER, TEXT);
        method("serviceAccount", "authorizer_serviceaccount", AUTHORIZER, AUTHORIZER, TEXT, TEXT);
        method("resource", "groupcheck_resource", RESOURCE_CHECK, GROUP_CHECK, TEXT);
        method("subresource", "resourcecheck_subresource", RESOURCE_CHECK, RESOURCE_CHECK, TEXT);
        method("namespace", "resourcecheck_namespace", RESOURCE_CHECK, RESOURCE_CHECK, TEXT);
        method("name", "resourcecheck_name", RESOURCE_CHECK, RESOURCE_CHECK, TEXT);
        method("fieldSelector", "authorizer_fieldselector", RESOURCE_CHECK, RESOURCE_CHECK, TEXT);
        method("labelSelector", "authorizer_labelselector", RESOURCE_CHECK, RESOURCE_CHECK, TEXT);
        method("check", "pathcheck_check", DECISION, PATH_CHECK, TEXT);
        method("check", "resourcecheck_check", DECISION, RESOURCE_CHECK, TEXT);
        method("errored", "decision_errored", BOOL, DECISION);
        method("error", "decision_error", TEXT, DECISION);
        method("allowed", "decision_allowed", BOOL, DECISION);
        method("reason", "decision_reason", TEXT, DECISION);
    }
}
