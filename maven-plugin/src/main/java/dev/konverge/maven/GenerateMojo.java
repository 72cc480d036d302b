package dev.konverge.maven;

import dev.konverge.codegen.crd.CrdException;
import dev.konverge.codegen.crd.CrdGenerator;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;
import org.jspecify.annotations.Nullable;

/**
 * The goal {@code konverge:generate}: records, builders, codecs, clients, informers and listers for custom resources, from their definitions, as
 * sources of the project.
 */
@Mojo(name = "generate", defaultPhase = LifecyclePhase.GENERATE_SOURCES, threadSafe = true)
public final class GenerateMojo extends AbstractMojo {
    /** Files with definitions, YAML or JSON, and folders of such files. */
    @Parameter(property = "konverge.definitions", defaultValue = "${project.basedir}/src/main/crds")
    private List<File> definitions = List.of();

    /** The Java package to write to; each version of a group becomes a package below it. */
    @Parameter(property = "konverge.package", required = true)
    private String packageName = "";

    /** The folder of the sources. */
    @Parameter(
            property = "konverge.out",
            defaultValue = "${project.build.directory}/generated-sources/konverge",
            required = true)
    private File outputDirectory = new File("");

    /** What is written: {@code all}; {@code clients}, which need konverge-client; {@code records}, which need konverge-model. */
    @Parameter(property = "konverge.parts", defaultValue = "all")
    private String parts = "all";

    /** Writes nothing. */
    @Parameter(property = "konverge.skip", defaultValue = "false")
    private boolean skip;

    /** The project that gets the sources. */
    @Parameter(defaultValue = "${project}", readonly = true, required = true)
    private @Nullable MavenProject project;

    /** A goal that Maven sets the parameters of. */
    public GenerateMojo() {}

    /** A goal with those parameters. */
    GenerateMojo(List<File> definitions, String packageName, File outputDirectory, String parts) {
        this.definitions = List.copyOf(definitions);
        this.packageName = packageName;
        this.outputDirectory = outputDirectory;
        this.parts = parts;
    }

    @Override
    public void execute() throws MojoFailureException {
        if (skip) {
            getLog().info("skipped");
            return;
        }
        CrdGenerator.Report report = generate();
        getLog().info(String.format(
                Locale.ROOT,
                "%,d kinds, %,d types, %,d files in %s",
                report.kinds().size(),
                report.types(),
                report.files(),
                outputDirectory));
        if (project != null) {
            project.addCompileSourceRoot(outputDirectory.getAbsolutePath());
        }
    }

    CrdGenerator.Report generate() throws MojoFailureException {
        List<Path> files = definitions.stream().map(File::toPath).toList();
        if (files.isEmpty()) {
            throw new MojoFailureException("where from? <definitions> names no file and no folder");
        }
        for (Path file : files) {
            if (!Files.exists(file)) {
                throw new MojoFailureException(
                        "there is no " + file + "; <definitions> names the files and folders to read");
            }
        }
        try {
            return new CrdGenerator(packageName, Written.of(parts)).fromFiles(files, outputDirectory.toPath());
        } catch (CrdException | IllegalArgumentException mistake) {
            throw new MojoFailureException(String.valueOf(mistake.getMessage()), mistake);
        }
    }
}
