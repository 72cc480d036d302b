package dev.konverge.client.config;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Makes credentials of a user entry, and of what was asked for instead. */
final class UserResolver {
    private final String name;
    private final UserEntry user;
    private final Overrides overrides;

    UserResolver(String name, UserEntry user, Overrides overrides) {
        this.name = name;
        this.user = user;
        this.overrides = overrides;
    }

    void addCredentials(ClientConfig.Builder config, Supplier<ExecPlugin.ClusterFacts> cluster) {
        Tls.ClientCertificate certificate = certificate();
        if (certificate != null) {
            config.clientCertificate(certificate.certificates(), certificate.key());
        }
        config.credentials(credentials(certificate != null, cluster));
    }

    private Tls.@Nullable ClientCertificate certificate() {
        if (overrides.clientCertificate() != null) {
            return overrides.clientCertificate();
        }
        PemSource certificate = pem("client-certificate", user.clientCertificate(), user.clientCertificateData());
        PemSource key = pem("client-key", user.clientKey(), user.clientKeyData());
        if (certificate == null) {
            return null;
        }
        if (key == null) {
            throw wrong("there is a client certificate but no client key", "add client-key or client-key-data");
        }
        return new Tls.ClientCertificate(certificate, key);
    }

    private @Nullable PemSource pem(String field, String file, String data) {
        if (!file.isEmpty() && !data.isEmpty()) {
            throw wrong("both " + field + " and " + field + "-data are set", "keep one of them");
        }
        if (!data.isEmpty()) {
            return new PemSource.Inline(data.getBytes(StandardCharsets.UTF_8), field + "-data in " + user.file());
        }
        return file.isEmpty() ? null : PemSource.of(Path.of(file));
    }

    /** A token comes before a password, and either before a plugin, which a certificate also makes superfluous (EX-6). */
    private Credentials credentials(boolean certificate, Supplier<ExecPlugin.ClusterFacts> cluster) {
        if (overrides.token() != null) {
            return new Credentials.Token(overrides.token());
        }
        boolean token = !user.token().isEmpty() || !user.tokenFile().isEmpty();
        boolean basic = !user.username().isEmpty() || !user.password().isEmpty();
        if (token && basic) {
            throw wrong("both a token and a user name with password are set", "keep one of them");
        }
        ExecPlugin plugin = user.exec() == null ? null : exec(user.exec(), cluster);
        if (token) {
            return user.tokenFile().isEmpty()
                    ? new Credentials.Token(user.token())
                    : new Credentials.TokenFile(Path.of(user.tokenFile()), user.token());
        }
        if (basic) {
            return new Credentials.Basic(user.username(), user.password());
        }
        if (!user.authProvider().isEmpty()) {
            throw wrong(
                    "auth provider " + user.authProvider() + " is not supported",
                    "use an exec plugin for it, such as kubelogin or gke-gcloud-auth-plugin");
        }
        return plugin == null || certificate ? new Credentials.Anonymous() : new Credentials.Exec(plugin);
    }

    private ExecPlugin exec(UserEntry.ExecEntry entry, Supplier<ExecPlugin.ClusterFacts> cluster) {
        if (!user.authProvider().isEmpty()) {
            throw wrong("both an exec plugin and an auth provider are set", "keep the exec plugin");
        }
        if (entry.command().isEmpty()) {
            throw wrong("the exec plugin has no command", "add one");
        }
        ExecPlugin.Version version = version(entry.apiVersion());
        return new ExecPlugin(
                entry.command(),
                entry.args(),
                entry.env(),
                version,
                entry.installHint(),
                interactive(entry.interactiveMode(), version),
                entry.provideClusterInfo() ? cluster.get() : null);
    }

    private ExecPlugin.Version version(String apiVersion) {
        for (ExecPlugin.Version version : ExecPlugin.Version.values()) {
            if (version.group().equals(apiVersion)) {
                return version;
            }
        }
        throw wrong(
                "the exec plugin has " + (apiVersion.isEmpty() ? "no apiVersion" : "apiVersion " + apiVersion),
                "use " + ExecPlugin.Version.V1.group() + " or " + ExecPlugin.Version.V1BETA1.group());
    }

    private ExecPlugin.InteractiveMode interactive(String mode, ExecPlugin.Version version) {
        return switch (mode) {
            case "Never" -> ExecPlugin.InteractiveMode.NEVER;
            case "IfAvailable" -> ExecPlugin.InteractiveMode.IF_AVAILABLE;
            case "Always" -> ExecPlugin.InteractiveMode.ALWAYS;
            case "" -> {
                if (version == ExecPlugin.Version.V1) {
                    throw wrong("the exec plugin has no interactiveMode", "set it to Never, IfAvailable or Always");
                }
                yield ExecPlugin.InteractiveMode.IF_AVAILABLE;
            }
            default ->
                throw wrong(
                        "the exec plugin has interactiveMode " + mode.toLowerCase(Locale.ROOT),
                        "set it to Never, IfAvailable or Always");
        };
    }

    @Nullable
    Impersonation impersonation() {
        if (overrides.impersonate() != null) {
            return overrides.impersonate();
        }
        boolean more = !user.asUid().isEmpty()
                || !user.asGroups().isEmpty()
                || !user.asUserExtra().isEmpty();
        if (user.as().isEmpty()) {
            if (more) {
                throw wrong("as-uid, as-groups or as-user-extra are set without as", "add as, the user to act as");
            }
            return null;
        }
        return new Impersonation(user.as(), user.asUid(), user.asGroups(), user.asUserExtra());
    }

    private ConfigException wrong(String what, String remedy) {
        return new ConfigException(what, user.file() + ", user " + name, remedy);
    }
}
