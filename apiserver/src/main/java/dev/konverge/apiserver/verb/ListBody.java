package dev.konverge.apiserver.verb;

import dev.konverge.apiserver.kind.Tree;
import dev.konverge.apiserver.store.Stored;
import dev.konverge.model.Json;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes a list of a page. */
final class ListBody {
    private ListBody() {}

    /** {@return the list as a tree} Items of a built-in kind do not tell their kind, those of a custom one do. */
    static Json.Obj tree(Kind kind, Listing.Page page) {
        List<Json> items = new ArrayList<>(page.items().size());
        for (Stored item : page.items()) {
            Json.Obj shown = kind.listed(item);
            items.add(kind.served().isCustom() ? shown : headless(shown));
        }
        return list(kind, metadata(kind, page), items);
    }

    /** {@return the list as compact JSON, made of the JSON of its items} */
    static byte[] json(Kind kind, Listing.Page page) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(256 + page.items().size() * 512);
        byte[] start = list(kind, metadata(kind, page), List.of()).toBytes();
        // Everything up to the bracket that opens the items.
        out.write(start, 0, start.length - 2);
        byte[] head = ("{\"kind\":" + Json.of(kind.served().kind()) + ",\"apiVersion\":"
                        + Json.of(kind.served().apiVersion()) + ",")
                .getBytes(StandardCharsets.UTF_8);
        boolean first = true;
        for (Stored item : page.items()) {
            if (!first) {
                out.write(',');
            }
            first = false;
            writeItem(kind, item, head, out);
        }
        out.writeBytes("]}\n".getBytes(StandardCharsets.US_ASCII));
        return out.toByteArray();
    }

    private static void writeItem(Kind kind, Stored item, byte[] head, ByteArrayOutputStream out) {
        byte[] json = kind.json(item);
        if (kind.served().isCustom()) {
            out.writeBytes(json);
        } else if (json.length > head.length && Arrays.equals(json, 0, head.length, head, 0, head.length)) {
            out.write('{');
            out.write(json, head.length, json.length - head.length);
        } else {
            out.writeBytes(headless(kind.listed(item)).toBytes());
        }
    }

    private static Json.Obj list(Kind kind, Json.Obj metadata, List<Json> items) {
        Map<String, Json> list = new LinkedHashMap<>();
        list.put("kind", Json.of(kind.served().names().listKind()));
        list.put("apiVersion", Json.of(kind.served().apiVersion()));
        list.put("metadata", metadata);
        list.put("items", new Json.Arr(items));
        return new Json.Obj(list);
    }

    private static Json.Obj metadata(Kind kind, Listing.Page page) {
        Map<String, Json> metadata = new LinkedHashMap<>();
        metadata.put("resourceVersion", Json.of(Long.toString(page.revision())));
        // Lists of custom resources are made without types, so nothing knows that this may be left out.
        if (!page.continueToken().isEmpty() || kind.served().isCustom()) {
            metadata.put("continue", Json.of(page.continueToken()));
        }
        page.remaining().ifPresent(count -> metadata.put("remainingItemCount", Json.of(count)));
        return new Json.Obj(metadata);
    }

    private static Json.Obj headless(Json.Obj object) {
        return Tree.without(Tree.without(object, "kind"), "apiVersion");
    }
}
