package dev.konverge.testkit;

import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/** Makes the clusters of {@link WithRealCluster}. JUnit closes them, because they are in its store. */
public final class RealClusterExtension implements ParameterResolver {
    private static final Namespace NAMESPACE = Namespace.create(RealClusterExtension.class);

    /** JUnit makes it. */
    public RealClusterExtension() {}

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == RealCluster.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        ExtensionContext marked = marked(context);
        return marked.getStore(NAMESPACE)
                .computeIfAbsent(
                        marked.getRequiredTestClass(),
                        type -> make(settings(marked).orElseThrow()),
                        RealCluster.class);
    }

    /** The class that says that it wants a cluster, not the test: what is in its store lives until its last test is over. */
    private static ExtensionContext marked(ExtensionContext context) {
        ExtensionContext found = context;
        while (found.getTestMethod().isPresent() || settings(found).isEmpty()) {
            found = found.getParent()
                    .filter(parent -> parent.getTestClass().isPresent())
                    .orElseThrow(() -> new IllegalStateException("a test with a RealCluster needs @WithRealCluster"));
        }
        return found;
    }

    private static RealCluster make(WithRealCluster settings) {
        return RealCluster.builder()
                .controllerManager(settings.controllers())
                .apiServerArguments(settings.apiServerArguments())
                .start();
    }

    private static Optional<WithRealCluster> settings(ExtensionContext context) {
        return AnnotationSupport.findAnnotation(context.getTestClass(), WithRealCluster.class);
    }
}
