package dev.konverge.client.config;

import java.util.Locale;

/** The names that clients give themselves, in the form of client-go. */
public final class UserAgent {
    private static final String UNKNOWN = "unknown";

    private UserAgent() {}

    /** {@return the name of this library} */
    public static String standard() {
        String version = UserAgent.class.getModule().getDescriptor() == null
                ? ""
                : UserAgent.class.getModule().getDescriptor().rawVersion().orElse("");
        return of("konverge", version, "");
    }

    /**
     * {@return the name of a program}
     *
     * @param program its name
     * @param version its version; what follows a hyphen is left out
     * @param commit the commit it was built from
     */
    public static String of(String program, String version, String commit) {
        return of(program, version, commit, System.getProperty("os.name", ""), System.getProperty("os.arch", ""));
    }

    static String of(String program, String version, String commit, String os, String arch) {
        int hyphen = version.indexOf('-');
        String released = hyphen < 0 ? version : version.substring(0, hyphen);
        return orUnknown(program) + "/" + orUnknown(released) + " (" + orUnknown(goOs(os)) + "/"
                + orUnknown(goArch(arch)) + ") kubernetes/"
                + orUnknown(commit.substring(0, Math.min(7, commit.length())));
    }

    private static String orUnknown(String part) {
        return part.isEmpty() ? UNKNOWN : part;
    }

    private static String goOs(String os) {
        String name = os.toLowerCase(Locale.ROOT);
        if (name.startsWith("mac")) {
            return "darwin";
        }
        return name.startsWith("windows") ? "windows" : name.replace(' ', '-');
    }

    private static String goArch(String arch) {
        return switch (arch) {
            case "x86_64" -> "amd64";
            case "aarch64" -> "arm64";
            default -> arch.toLowerCase(Locale.ROOT);
        };
    }
}
