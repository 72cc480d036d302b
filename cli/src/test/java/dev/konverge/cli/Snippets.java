package dev.konverge.cli;

import dev.konverge.apiserver.fault.Fault;
import dev.konverge.codegen.processor.KindProcessor;
import dev.konverge.controller.Manager;
import dev.konverge.testkit.TestCluster;
import dev.konverge.workqueue.WorkQueue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apiguardian.api.API;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/**
 * The code in a page of the documentation. A block with a {@code package} line is a file, one that begins with a type is a file
 * without its head, and any other is the inside of a method.
 */
final class Snippets {
    private static final Path REPOSITORY = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern TYPE = Pattern.compile(
            "(?:@[^\\n]*\\n)*(?:public |final |sealed )*(?:class|record|interface|enum) (\\w+)[^;]*\\{.*",
            Pattern.DOTALL);
    private static final Pattern NAME =
            Pattern.compile("^(?:public |final |sealed )*(?:class|record|interface|enum) (\\w+)", Pattern.MULTILINE);
    private static final Pattern PACKAGE = Pattern.compile("^package ([\\w.]+);", Pattern.MULTILINE);

    /** What the reader of a fragment is expected to import, and the things that it is expected to have at hand. */
    private static final String HEAD = """
            package snippets;
            import static org.assertj.core.api.Assertions.assertThat;
            import static org.assertj.core.api.Assertions.assertThatThrownBy;
            import dev.konverge.apiserver.fault.*;
            import dev.konverge.base.*;
            import dev.konverge.client.*;
            import dev.konverge.client.config.*;
            import dev.konverge.client.transport.*;
            import dev.konverge.controller.*;
            import dev.konverge.controller.event.*;
            import dev.konverge.controller.leader.*;
            import dev.konverge.controller.webhook.*;
            import dev.konverge.informer.*;
            import dev.konverge.model.*;
            import dev.konverge.model.annotation.*;
            import dev.konverge.model.apiextensions.v1.CustomResourceDefinition;
            import dev.konverge.model.apps.v1.*;
            import dev.konverge.model.core.v1.ConfigMap;
            import dev.konverge.model.core.v1.Pod;
            import dev.konverge.model.core.v1.Secret;
            import dev.konverge.testkit.*;
            import dev.konverge.workqueue.*;
            import java.net.InetSocketAddress;
            import java.time.Duration;
            import java.util.*;
            import org.jspecify.annotations.Nullable;
            import org.junit.jupiter.api.Test;
            """;

    private static final String AT_HAND =
            "TestCluster cluster, Platform platform, ClientSet clients, ManagerBuilder builder,"
                    + " byte[] bytes, Deployment deployment";

    private final String page;
    private final String text;

    Snippets(String page) throws IOException {
        this.page = page;
        this.text = Files.readString(REPOSITORY.resolve(page));
    }

    /** {@return the blocks of a language, in order} */
    List<String> blocks(String language) {
        return Pattern.compile("^```" + language + "\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL)
                .matcher(text)
                .results()
                .map(block -> block.group(1))
                .toList();
    }

    /** {@return all Java of the page, to be compiled as one program} */
    Compilation java(Path classes) {
        Compilation compilation = new Compilation(classes)
                .against(Manager.class, TestCluster.class, Fault.class, WorkQueue.class, Test.class, Assertions.class)
                // JUnit's annotations are annotated with it.
                .against(API.class)
                .processor(new KindProcessor());
        List<String> blocks = blocks("java");
        for (int i = 0; i < blocks.size(); i++) {
            add(blocks.get(i), i, compilation);
        }
        return compilation;
    }

    private void add(String block, int index, Compilation compilation) {
        Matcher packageLine = PACKAGE.matcher(block);
        if (packageLine.find()) {
            compilation.source(packageLine.group(1) + '.' + nameIn(block), block);
        } else if (TYPE.matcher(block).matches()) {
            compilation.source("snippets." + nameIn(block), HEAD + block);
        } else {
            String method = "    void run(" + AT_HAND + ") throws Exception {\n" + block + "    }\n";
            compilation.source("snippets.Fragment" + index, HEAD + "class Fragment" + index + " {\n" + method + "}\n");
        }
    }

    private String nameIn(String block) {
        Matcher name = NAME.matcher(block);
        if (!name.find()) {
            throw new IllegalStateException("a file in " + page + " declares no type:\n" + block);
        }
        return name.group(1);
    }
}
