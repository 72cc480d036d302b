package dev.konverge.testkit;

import java.lang.reflect.AnnotatedElement;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/** Makes the clusters of {@link WithCluster}. JUnit closes them, because they are in its store. */
public final class ClusterExtension implements ParameterResolver {
    private static final Namespace NAMESPACE = Namespace.create(ClusterExtension.class);

    /** JUnit makes it. */
    public ClusterExtension() {}

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == TestCluster.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getStore(NAMESPACE)
                .computeIfAbsent(TestCluster.class, type -> make(settings(context)), TestCluster.class);
    }

    private static TestCluster make(WithCluster settings) {
        return switch (settings.time()) {
            case VIRTUAL -> TestCluster.virtual(settings.seed());
            case REAL -> TestCluster.real();
        };
    }

    private static WithCluster settings(ExtensionContext context) {
        Optional<AnnotatedElement> element = context.getElement();
        return AnnotationSupport.findAnnotation(element, WithCluster.class)
                .or(() -> AnnotationSupport.findAnnotation(context.getTestClass(), WithCluster.class))
                .orElseThrow(() -> new IllegalStateException("a test with a TestCluster needs @WithCluster"));
    }
}
