package dev.konverge.benchmarks.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.model.ResourceList;
import dev.konverge.model.codec.DecodeOptions;
import dev.konverge.model.codec.JsonLists;
import dev.konverge.model.codec.JsonReader;
import dev.konverge.model.codec.ProtoEnvelope;
import dev.konverge.model.codec.ProtoLists;
import dev.konverge.model.codec.ProtoReader;
import dev.konverge.model.core.v1.Pod;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class WireFormTest {
    private static final String CHANGED = "1700000000000123";

    private final PodStock stock = PodStock.of(30, 10);

    @Test
    void aListSaysTheSameInBothForms() {
        ResourceList<Pod> json = JsonLists.read(list(new JsonForm()), Pod.TYPE, DecodeOptions.STANDARD);
        ResourceList<Pod> protobuf = ProtoLists.read(list(new ProtoForm()), Pod.TYPE, DecodeOptions.STANDARD);

        assertThat(json.items()).hasSize(30).isEqualTo(protobuf.items());
        assertThat(json.metadata()).isEqualTo(protobuf.metadata());
        assertThat(json.metadata().continue_()).isEqualTo("30");
    }

    @Test
    void everyPodHasItsOwnNameAndVersion() {
        List<Pod> pods = JsonLists.read(list(new JsonForm()), Pod.TYPE, DecodeOptions.STANDARD)
                .items();

        assertThat(pods).extracting(pod -> pod.metadata().name()).doesNotHaveDuplicates();
        assertThat(pods).extracting(pod -> pod.metadata().resourceVersion()).doesNotHaveDuplicates();
    }

    @Test
    void aChangeSaysTheSameInBothFormsAndSomethingElseEachTime() {
        Pod first = changed(new JsonForm(), 7);
        Pod again = changed(new JsonForm(), 7 + stock.changes().size());

        assertThat(first).isEqualTo(changed(new ProtoForm(), 7));
        assertThat(first.metadata().resourceVersion()).isEqualTo(CHANGED);
        assertThat(first.metadata().name()).isEqualTo(again.metadata().name());
        assertThat(first.status()).isNotEqualTo(again.status());
    }

    @Test
    void theEndOfInitialEventsIsTheBookmarkThatClientsWaitFor() {
        assertThat(bookmark(new JsonForm()).metadata().annotations())
                .containsEntry("k8s.io/initial-events-end", "true")
                .isEqualTo(bookmark(new ProtoForm()).metadata().annotations());
    }

    private byte[] list(WireForm form) {
        var out = ByteBuffer.allocate(1 << 20);
        long length = stock.pods().stream()
                .mapToLong(pod -> form.itemLength(form.podOf(pod)))
                .sum();
        form.listHead(out, CHANGED, length, "30");
        boolean first = true;
        for (PodStock.Entry pod : stock.pods()) {
            form.item(out, form.podOf(pod), first);
            first = false;
        }
        form.listTail(out);
        return Arrays.copyOf(out.array(), out.position());
    }

    private Pod changed(WireForm form, int number) {
        var out = ByteBuffer.allocate(1 << 16);
        PodStock.Change change = stock.changes().get(number % stock.changes().size());
        form.event(out, "MODIFIED", form.changeOf(change).fill(Long.parseLong(CHANGED), number));
        return object(form, Arrays.copyOf(out.array(), out.position()), "MODIFIED");
    }

    private static Pod bookmark(WireForm form) {
        var out = ByteBuffer.allocate(1 << 12);
        form.endOfInitialEvents(out, CHANGED);
        return object(form, Arrays.copyOf(out.array(), out.position()), "BOOKMARK");
    }

    private static Pod object(WireForm form, byte[] event, String type) {
        if (form instanceof JsonForm) {
            String text = new String(event, StandardCharsets.UTF_8);
            String head = "{\"type\":\"" + type + "\",\"object\":";
            assertThat(text).startsWith(head).endsWith("}\n");
            String object = text.substring(head.length(), text.length() - 2);
            return Pod.CODEC.read(new JsonReader(object.getBytes(StandardCharsets.UTF_8)));
        }
        assertThat(ByteBuffer.wrap(event).getInt()).isEqualTo(event.length - 4);
        var reader = new ProtoReader(event, 4, event.length, DecodeOptions.STANDARD);
        assertThat(reader.string(reader.nextTag())).isEqualTo(type);
        int outer = reader.enter(reader.nextTag());
        byte[] sealed = reader.bytes(reader.nextTag()).toByteArray();
        reader.exit(outer);
        return Pod.CODEC.readProto(ProtoEnvelope.open(sealed, 0, sealed.length).content(DecodeOptions.STANDARD));
    }
}
