package dev.konverge.cli;

import dev.konverge.apiserver.ApiServer;
import dev.konverge.apiserver.Listening;
import dev.konverge.apiserver.Profile;
import dev.konverge.apiserver.SocketOptions;
import dev.konverge.base.Platform;
import dev.konverge.client.ApplyOptions;
import dev.konverge.client.ClientSet;
import dev.konverge.client.ResourceClient;
import dev.konverge.client.config.KubeConfig;
import dev.konverge.client.transport.Transport;
import dev.konverge.client.transport.Transports;
import dev.konverge.model.core.v1.ConfigMap;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.Map;

/**
 * A short run of what the commands have in common: the command line, the API server behind a socket, a client of it.
 *
 * <p>The launcher runs it once a build and has the JVM keep what it loaded and learned, so that every command starts with that. It
 * prints nothing and is not a command.
 */
final class Rehearsal {
    private static final int OBJECTS = 40;

    private Rehearsal() {}

    /** Runs it. */
    public static void main(String[] args) {
        var nowhere = new PrintWriter(Writer.nullWriter());
        int unused = Main.run(nowhere, nowhere, Map.of(), "version");
        Platform platform = Platform.real();
        try (Listening server = ApiServer.create(platform, Profile.CLUSTER).listen(SocketOptions.USUAL);
                Transports transports = new Transports(platform);
                Transport transport = transports.connect(KubeConfig.parse(server.kubeconfig(), Path.of("kubeconfig"))
                        .resolve())) {
            use(ClientSet.on(transport, platform));
        }
        System.exit(0);
    }

    private static void use(ClientSet clients) {
        ResourceClient<ConfigMap> maps = clients.resource(ConfigMap.TYPE).in("default");
        for (int i = 0; i < OBJECTS; i++) {
            String name = "rehearsal-" + i;
            ConfigMap map = ConfigMap.builder()
                    .metadata(m -> m.name(name).namespace("default"))
                    .data(Map.of("key", "value"))
                    .build();
            maps.create(map);
            maps.apply(map, ApplyOptions.by("rehearsal").withForce(true));
            maps.get(name);
        }
        maps.list();
        maps.delete("rehearsal-0");
    }
}
