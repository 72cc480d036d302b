package dev.konverge.client.transport;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import javax.net.SocketFactory;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/** Makes connections to a proxy that is itself spoken to over TLS. */
final class ProxySockets extends SocketFactory {
    private final SSLSocketFactory inner;
    private final boolean checkName;

    ProxySockets(SSLSocketFactory inner, boolean checkName) {
        this.inner = inner;
        this.checkName = checkName;
    }

    @Override
    public Socket createSocket() throws IOException {
        Socket socket = inner.createSocket();
        if (checkName && socket instanceof SSLSocket secure) {
            SSLParameters parameters = secure.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            secure.setSSLParameters(parameters);
        }
        return socket;
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        throw unused();
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress localHost, int localPort) throws IOException {
        throw unused();
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        throw unused();
    }

    @Override
    public Socket createSocket(InetAddress address, int port, InetAddress localAddress, int localPort)
            throws IOException {
        throw unused();
    }

    private static IOException unused() {
        return new IOException("connections are made first and opened then");
    }
}
