package dev.konverge.client.transport;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes secure connections to one server: asks for the right name, has Java check it during the handshake, and remembers
 * the connections so that they can all be closed when the client's certificate changes.
 */
final class TlsSockets extends SSLSocketFactory {
    private static final Logger LOG = LoggerFactory.getLogger(TlsSockets.class);

    private final SSLSocketFactory inner;
    private final @Nullable String serverName;
    private final boolean checkName;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final Set<Socket> open = Collections.newSetFromMap(new WeakHashMap<>());

    TlsSockets(SSLSocketFactory inner, @Nullable String serverName, boolean checkName) {
        this.inner = inner;
        this.serverName = serverName;
        this.checkName = checkName;
    }

    @Override
    public Socket createSocket(Socket below, String host, int port, boolean autoClose) throws IOException {
        // The host given here is the one that is asked for (SNI) and checked; Java takes both from it.
        Socket socket = inner.createSocket(below, serverName == null ? host : serverName, port, autoClose);
        if (checkName && socket instanceof SSLSocket secure) {
            SSLParameters parameters = secure.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            secure.setSSLParameters(parameters);
        }
        lock.lock();
        try {
            open.add(socket);
        } finally {
            lock.unlock();
        }
        return socket;
    }

    /** Closes all connections that are still open. */
    void closeAll() {
        List<Socket> all;
        lock.lock();
        try {
            all = new ArrayList<>(open);
            open.clear();
        } finally {
            lock.unlock();
        }
        for (Socket socket : all) {
            try {
                socket.close();
            } catch (IOException e) {
                LOG.atDebug().addKeyValue("reason", e.toString()).log("a connection was broken already");
            }
        }
    }

    @Override
    public String[] getDefaultCipherSuites() {
        return inner.getDefaultCipherSuites();
    }

    @Override
    public String[] getSupportedCipherSuites() {
        return inner.getSupportedCipherSuites();
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
        return new IOException("connections are only secured that are open already");
    }
}
