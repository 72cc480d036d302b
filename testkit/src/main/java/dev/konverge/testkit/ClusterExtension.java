package dev.konverge.testkit;

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

    /** A constructor that is called for each test is given what that test is given. */
    @Override
    public ExtensionContextScope getTestInstantiationExtensionContextScope(ExtensionContext root) {
        return ExtensionContextScope.TEST_METHOD;
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == TestCluster.class;
    }

    /** The store of a test has what that of its class has, so a cluster that was made for the class is the one of its tests. */
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

    /** {@return what the test says itself, or its class, or the class around that} */
    private static WithCluster settings(ExtensionContext context) {
        return AnnotationSupport.findAnnotation(context.getElement(), WithCluster.class)
                .or(() -> context.getTestClass()
                        .flatMap(type -> AnnotationSupport.findAnnotation(
                                type, WithCluster.class, context.getEnclosingTestClasses())))
                .orElseThrow(() -> new IllegalStateException("a test with a TestCluster needs @WithCluster"));
    }
}
