package dev.konverge.codegen.processor;

import dev.konverge.codegen.source.HandWrittenSources;
import dev.konverge.schema.KindDef;
import dev.konverge.schema.Schema;
import dev.konverge.schema.TypeDef;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.tools.Diagnostic;
import javax.tools.StandardLocation;
import org.jspecify.annotations.Nullable;

/**
 * The annotation processor for {@code @Kind}: for each such record a codec, a builder, an interface with its {@code TYPE}, and the
 * definition in {@code META-INF/konverge/crds}.
 */
public final class KindProcessor extends AbstractProcessor {
    private static final String KIND = Mark.PACKAGE + ".Kind";
    private static final String FOLDER = "META-INF/konverge/crds/";

    private final Set<String> waiting = new LinkedHashSet<>();
    private final Set<String> written = new HashSet<>();
    private final List<KindDef> kinds = new ArrayList<>();
    private final Map<String, Manifest> manifests = new TreeMap<>();

    /** The records that there was a complaint about, since the last round. */
    private final List<TypeElement> refused = new ArrayList<>();

    private @Nullable Reading reading;

    private record Reading(ModelTypes model, RecordReader reader) {}

    /** For the compiler. */
    public KindProcessor() {}

    @Override
    public Set<String> getSupportedAnnotationTypes() {
        return Set.of(KIND);
    }

    @Override
    public SourceVersion getSupportedSourceVersion() {
        return SourceVersion.latestSupported();
    }

    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        for (TypeElement annotation : annotations) {
            for (Element element : round.getElementsAnnotatedWith(annotation)) {
                waiting.add(((TypeElement) element).getQualifiedName().toString());
            }
        }
        try {
            waiting.removeIf(this::read);
            writeSources();
            writeStandIns();
            if (round.processingOver() && !round.errorRaised()) {
                writeManifests();
            }
        } catch (IOException e) {
            processingEnv.getMessager().printMessage(Diagnostic.Kind.ERROR, "cannot write: " + e.getMessage());
        }
        return false;
    }

    private Reading reading() {
        if (reading == null) {
            ModelTypes model = ModelTypes.on(processingEnv.getFiler());
            reading = new Reading(model, new RecordReader(processingEnv.getElementUtils(), model));
        }
        return reading;
    }

    /** {@return whether that is done with, well or not; false if a type is missing that may still come} */
    private boolean read(String name) {
        TypeElement record = processingEnv.getElementUtils().getTypeElement(name);
        try {
            KindMark kind = KindMark.of(record, processingEnv.getElementUtils());
            Node schema = reading().reader().read(record);
            kind.paths().follow(schema);
            manifests
                    .computeIfAbsent(kind.group() + "/" + kind.kind(), key -> new Manifest())
                    .add(kind, schema);
            kinds.add(kind.definition());
            return true;
        } catch (Complaint complaint) {
            report(complaint);
            refused.add(record);
            return true;
        } catch (UnresolvedType missing) {
            return false;
        }
    }

    private void report(Complaint complaint) {
        processingEnv
                .getMessager()
                .printMessage(Diagnostic.Kind.ERROR, String.valueOf(complaint.getMessage()), complaint.element());
    }

    private void writeSources() throws IOException {
        if (kinds.isEmpty()) {
            return;
        }
        RecordReader reader = reading().reader();
        List<TypeDef> types = new ArrayList<>(reading().model().types());
        types.addAll(reader.types().values());
        Schema schema = Schema.of("custom", List.of(), types, kinds);
        for (HandWrittenSources.File file : new HandWrittenSources(schema, reader.written()).files()) {
            write(file, Objects.requireNonNull(reader.sources().get(file.type())));
        }
    }

    /** Without what a refused record says it implements, the compiler would complain of that as well. */
    private void writeStandIns() throws IOException {
        for (TypeElement record : refused) {
            HandWrittenSources.File file = HandWrittenSources.standIn(
                    processingEnv
                            .getElementUtils()
                            .getPackageOf(record)
                            .getQualifiedName()
                            .toString(),
                    KindMark.generatedInterface(record, processingEnv.getElementUtils()));
            write(file, record);
        }
        refused.clear();
    }

    private void write(HandWrittenSources.File file, TypeElement source) throws IOException {
        if (!written.add(file.qualifiedName())) {
            return;
        }
        try (Writer out = processingEnv
                .getFiler()
                .createSourceFile(file.qualifiedName(), source)
                .openWriter()) {
            out.write(file.text());
        }
    }

    private void writeManifests() throws IOException {
        for (Manifest manifest : manifests.values()) {
            try {
                String text = manifest.text();
                // A writer would use the encoding of the sources.
                try (OutputStream out = processingEnv
                        .getFiler()
                        .createResource(
                                StandardLocation.CLASS_OUTPUT,
                                "",
                                FOLDER + manifest.name() + ".yaml",
                                manifest.sources())
                        .openOutputStream()) {
                    out.write(text.getBytes(StandardCharsets.UTF_8));
                }
            } catch (Complaint complaint) {
                report(complaint);
            }
        }
    }
}
