/** An embedded Kubernetes API server in memory: real HTTP on loopback or in process, with faults on request. */
@org.jspecify.annotations.NullMarked
module dev.konverge.apiserver {
    requires static transitive org.jspecify;
    requires static com.google.errorprone.annotations;
    requires transitive dev.konverge.base;
    requires transitive dev.konverge.model;
    requires dev.konverge.schema;
    requires org.eclipse.jetty.server;
    requires org.eclipse.jetty.http2.server;
    requires org.eclipse.jetty.alpn.server;
    requires org.eclipse.jetty.websocket.server;
    requires org.slf4j;
    // Automatic modules, named after their files.
    requires cel;
    requires re2j;
    requires com.google.common;
    requires java.naming;
    requires java.net.http;

    exports dev.konverge.apiserver;
    exports dev.konverge.apiserver.fault;
    // For Jetty, which calls the end of a WebSocket by its methods and finds them only in packages that all may see.
    exports dev.konverge.apiserver.http;
}
