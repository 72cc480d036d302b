package dev.konverge.testkit;

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
        return ofClass(context)
                .getStore(NAMESPACE)
                .computeIfAbsent(RealCluster.class, type -> make(settings(context)), RealCluster.class);
    }

    /** The store of the class, not of the test: what is in it lives until the last test of the class. */
    private static ExtensionContext ofClass(ExtensionContext context) {
        ExtensionContext found = context;
        while (found.getTestMethod().isPresent()) {
            found = found.getParent().orElseThrow();
        }
        return found;
    }

    private static RealCluster make(WithRealCluster settings) {
        return RealCluster.builder()
                .controllerManager(settings.controllers())
                .apiServerArguments(settings.apiServerArguments())
                .start();
    }

    private static WithRealCluster settings(ExtensionContext context) {
        return AnnotationSupport.findAnnotation(context.getTestClass(), WithRealCluster.class)
                .orElseThrow(() -> new IllegalStateException("a test with a RealCluster needs @WithRealCluster"));
    }
}
