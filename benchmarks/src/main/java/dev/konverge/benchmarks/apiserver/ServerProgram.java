package dev.konverge.benchmarks.apiserver;

import dev.konverge.apiserver.ApiServer;
import dev.konverge.apiserver.Listening;
import dev.konverge.apiserver.Profile;
import dev.konverge.apiserver.SocketOptions;
import dev.konverge.base.Platform;
import java.io.IOException;
import java.io.PrintStream;

/**
 * Our server as a program: with as many small objects as its argument says, it prints its port and its token when it is ready, and ends with
 * its standard input.
 */
public final class ServerProgram {
    private ServerProgram() {}

    /** Serves until standard input ends. */
    public static void main(String[] args) throws IOException, InterruptedException {
        PrintStream out = System.out;
        // Whatever a library prints must not get before the line that is waited for.
        System.setOut(System.err);
        ApiServer server = ApiServer.create(Platform.real(), Profile.BARE);
        SmallObjects.fill(server, args.length == 0 ? 0 : Integer.parseInt(args[0]));
        try (Listening listening = server.listen(SocketOptions.USUAL)) {
            out.println(listening.uri().getPort() + " " + listening.token());
            while (System.in.read() >= 0) {}
        }
    }
}
