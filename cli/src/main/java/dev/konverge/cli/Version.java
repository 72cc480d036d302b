package dev.konverge.cli;

import dev.konverge.model.KubernetesSchema;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/**
 * What this program is, and what it runs on.
 *
 * @param konverge the version of Konverge
 * @param kubernetes the Kubernetes release whose API it knows
 * @param java the version and vendor of the Java runtime
 * @param platform operating system and architecture
 */
record Version(String konverge, String kubernetes, String java, String platform) {
    static Version current() {
        return new Version(
                built().getProperty("version", "unknown"),
                KubernetesSchema.load().release(),
                System.getProperty("java.runtime.version") + " (" + System.getProperty("java.vendor") + ")",
                System.getProperty("os.name") + " " + System.getProperty("os.arch"));
    }

    String text() {
        return "konverge " + konverge + ", Kubernetes " + kubernetes + ", Java " + java + ", " + platform;
    }

    /** What the build wrote down about itself. */
    private static Properties built() {
        var properties = new Properties();
        try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
            if (in != null) {
                properties.load(in);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties;
    }
}
