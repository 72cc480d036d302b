package dev.konverge.apiserver.kind;

import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.model.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What a pod may say of how it is called and how it finds the names of others.
 *
 * @param spec the pod's spec
 * @param path where it stands
 * @param report takes what is wrong
 */
record PodNameChecks(Json.Obj spec, String path, Report report) {
    private static final int MAX_SERVERS = 3;
    private static final int MAX_SEARCHES = 32;
    private static final int MAX_SEARCH_TEXT = 2048;
    private static final int MAX_HOSTNAME = 64;

    /** Checks where a pod looks names up. */
    void resolution() {
        String at = path + ".dnsConfig";
        Json.Obj config = Tree.object(spec, "dnsConfig");
        List<String> servers = Tree.strings(config, "nameservers");
        if (Tree.text(spec, "dnsPolicy").equals("None")) {
            if (!Tree.has(spec, "dnsConfig")) {
                report.required(at, "must provide `dnsConfig` when `dnsPolicy` is None");
                return;
            }
            if (servers.isEmpty()) {
                report.required(
                        at + ".nameservers", "must provide at least one DNS nameserver when `dnsPolicy` is None");
                return;
            }
        }
        if (servers.size() > MAX_SERVERS) {
            report.invalid(at + ".nameservers", config.get("nameservers"), "must not have more than 3 nameservers");
        }
        for (int i = 0; i < servers.size(); i++) {
            report.invalid(at + ".nameservers[" + i + "]", servers.get(i), AddressSyntax.address(servers.get(i)));
        }
        searches(config, at + ".searches");
        List<Json.Obj> options = Tree.objects(config, "options");
        for (int i = 0; i < options.size(); i++) {
            if (Tree.text(options.get(i), "name").isEmpty()) {
                report.required(at + ".options[" + i + "]", "must not be empty");
            }
        }
    }

    private void searches(Json.Obj config, String at) {
        List<String> searches = Tree.strings(config, "searches");
        if (searches.size() > MAX_SEARCHES) {
            report.invalid(at, config.get("searches"), "must not have more than 32 search paths");
        }
        if (String.join(" ", searches).getBytes(StandardCharsets.UTF_8).length > MAX_SEARCH_TEXT) {
            report.invalid(
                    at,
                    config.get("searches"),
                    "must not have more than 2048 characters (including spaces) in the search list");
        }
        for (int i = 0; i < searches.size(); i++) {
            String search = searches.get(i);
            if (!search.equals(".")) {
                String plain = search.endsWith(".") ? search.substring(0, search.length() - 1) : search;
                report.invalid(at + "[" + i + "]", plain, NameSyntax.searchDomain(plain));
            }
        }
    }

    /** Checks the name that a pod has instead of the one made of its own and its subdomain. */
    void override() {
        if (!Tree.has(spec, "hostnameOverride")) {
            return;
        }
        String at = path + ".hostnameOverride";
        String name = Tree.text(spec, "hostnameOverride");
        if (Tree.flag(spec, "setHostnameAsFQDN")) {
            report.forbidden(at, "may not be specified when setHostnameAsFQDN is true");
        }
        if (Tree.flag(spec, "hostNetwork")) {
            report.forbidden(at, "may not be specified when hostNetwork is true");
        }
        if (name.length() > MAX_HOSTNAME) {
            report.errors().add(FieldError.tooLong(at, MAX_HOSTNAME));
        }
        report.invalid(at, name, NameSyntax.subdomain(name));
    }

    /** Checks the names that a pod has for addresses. */
    void aliases() {
        List<Json.Obj> aliases = Tree.objects(spec, "hostAliases");
        for (int i = 0; i < aliases.size(); i++) {
            String at = path + ".hostAliases[" + i + "]";
            String ip = Tree.text(aliases.get(i), "ip");
            report.invalid(at + ".ip", ip, AddressSyntax.address(ip));
            List<String> names = Tree.strings(aliases.get(i), "hostnames");
            for (int j = 0; j < names.size(); j++) {
                report.invalid(at + ".hostnames[" + j + "]", names.get(j), NameSyntax.subdomain(names.get(j)));
            }
        }
    }
}
