package dev.konverge.client;

import dev.konverge.base.Platform;
import dev.konverge.client.config.ClientConfig;
import dev.konverge.client.transport.Transport;
import dev.konverge.client.transport.Transports;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceType;
import dev.konverge.model.core.v1.Pod;
import dev.konverge.model.core.v1.ServiceAccount;

/**
 * All clients of one API server: typed ones for every built-in kind and for every kind there is a type of, and those that
 * need no types.
 *
 * {@snippet :
 * Pod web = clients.coreV1().pods("default").get("web");
 * clients.resource(Deployment.TYPE).in("default").list();
 * }
 *
 * <p>Immutable, and safe for use by any number of threads. It holds no connections itself; the transport does.
 */
public final class ClientSet implements KubernetesApis {
    private final RestClient rest;

    private ClientSet(RestClient rest) {
        this.rest = rest;
    }

    /** {@return the clients that send their requests through another} */
    public static ClientSet of(RestClient rest) {
        return new ClientSet(rest);
    }

    /** {@return the clients of the server behind a transport, which speak JSON} */
    public static ClientSet on(Transport transport, Platform platform) {
        return of(RestClient.on(transport, platform));
    }

    /**
     * {@return the clients of the server of a configuration} Connections are shared with, and closed by, the transports.
     *
     * @throws dev.konverge.client.config.ConfigException if a certificate, a key or a token file cannot be used
     */
    public static ClientSet connect(Transports transports, Platform platform, ClientConfig config) {
        return of(RestClient.on(transports.connect(config), platform, config));
    }

    /** {@return these clients, with objects in another form: protobuf is quicker for the kinds that have it} */
    public ClientSet withEncoding(Encoding encoding) {
        return new ClientSet(rest.withEncoding(encoding));
    }

    /**
     * {@return a client of the objects of a type, or of their {@linkplain PartialObjectMetadata#typeOf metadata}}
     *
     * @throws IllegalStateException if the type does not say where such objects are served
     */
    @Override
    @SuppressWarnings("unchecked") // What is read with the codec of metadata is metadata.
    public <T extends Resource> ResourceClient<T> resource(ResourceType<T> type) {
        if (PartialObjectMetadata.isFormOf(type)) {
            return (ResourceClient<T>) metadata().resource(type);
        }
        return new ResourceClient<>(rest, format(type), Place.of(type));
    }

    /** {@return a client of pods in all namespaces} */
    @Override
    public PodClient pods() {
        return new PodClient(rest, format(Pod.TYPE), Place.of(Pod.TYPE));
    }

    /** {@return a client of service accounts in all namespaces} */
    @Override
    public ServiceAccountClient serviceAccounts() {
        return new ServiceAccountClient(rest, format(ServiceAccount.TYPE), Place.of(ServiceAccount.TYPE));
    }

    private <T extends Resource> Format<T> format(ResourceType<T> type) {
        return Format.of(type, rest.settings().encoding());
    }

    /** {@return the client of any resource, known or not} */
    public DynamicClient dynamic() {
        return new DynamicClient(rest);
    }

    /** {@return the client of the metadata of any resource} */
    public MetadataClient metadata() {
        return new MetadataClient(rest);
    }

    /** {@return the client that tells what the server has} */
    public DiscoveryClient discovery() {
        return new DiscoveryClient(rest);
    }

    /** {@return a finder of resources by kind or name, with a memory of its own} */
    public RestMapper mapper() {
        return new RestMapper(new CachedDiscovery(discovery(), rest.platform().clock()));
    }

    /** {@return the client of any path} */
    public RestClient rest() {
        return rest;
    }
}
