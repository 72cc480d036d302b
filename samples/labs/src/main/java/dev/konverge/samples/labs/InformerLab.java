package dev.konverge.samples.labs;

import dev.konverge.base.Platform;
import dev.konverge.client.ClientSet;
import dev.konverge.informer.EventHandler;
import dev.konverge.informer.FactoryOptions;
import dev.konverge.informer.SharedInformer;
import dev.konverge.informer.SharedInformerFactory;
import dev.konverge.model.Resource;
import dev.konverge.model.core.v1.Service;
import dev.konverge.model.core.v1.ServiceSpec;
import java.io.PrintWriter;
import java.util.List;
import java.util.function.Function;

/** Follows pods and services at once, and prints what happens to them. */
final class InformerLab implements Lab {
    @Override
    public String name() {
        return "informer";
    }

    @Override
    public String summary() {
        return "Print what happens to pods and services, until it is interrupted or the seconds are over.";
    }

    @Override
    public String arguments() {
        return "[SECONDS]";
    }

    @Override
    public void run(ClientSet clients, String namespace, List<String> arguments, PrintWriter out) {
        Platform platform = Platform.real();
        FollowTime time = FollowTime.of(arguments);
        FactoryOptions options = FactoryOptions.STANDARD.withNamespace(namespace);
        try (SharedInformerFactory informers = new SharedInformerFactory(platform, clients, options)) {
            var pods = informers.core().v1().pods();
            var services = informers.core().v1().services();
            print("pod", pods.informer(), PodFacts::phase, out);
            print("service", services.informer(), InformerLab::type, out);
            informers.start();
            informers.awaitSynced(FollowTime.TO_SYNC).orThrow();
            out.println("synced: " + pods.lister().list().size() + " pods, "
                    + services.lister().list().size() + " services");
            out.flush();
            time.pass(platform);
        } catch (InterruptedException e) {
            // That is how it ends; the informers have been closed.
            Thread.currentThread().interrupt();
        }
    }

    private static <T extends Resource> void print(
            String kind, SharedInformer<T> informer, Function<T, String> state, PrintWriter out) {
        informer.addHandler(EventHandler.<T>functions()
                .onAdd(object -> line(out, kind + " " + object.key() + " added: " + state.apply(object)))
                .onUpdate((before, after) -> line(
                        out,
                        kind + " " + after.key() + " updated: " + state.apply(before) + " -> " + state.apply(after)))
                .onDelete(deleted -> line(out, kind + " " + deleted.key() + " deleted")));
    }

    private static void line(PrintWriter out, String text) {
        out.println(text);
        out.flush();
    }

    private static String type(Service service) {
        ServiceSpec spec = service.spec();
        return spec == null || spec.type() == null ? "ClusterIP" : spec.type();
    }
}
