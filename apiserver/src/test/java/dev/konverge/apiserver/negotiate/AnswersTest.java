package dev.konverge.apiserver.negotiate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.apiserver.failure.StatusException;
import dev.konverge.apiserver.kind.Columns;
import dev.konverge.model.Json;
import dev.konverge.model.Resources;
import dev.konverge.model.core.v1.ConfigMap;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class AnswersTest {
    private static final Instant NOW = Instant.EPOCH;
    private static final String V1 = "meta.k8s.io/v1";
    private static final Json.Obj OBJECT =
            parse("{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\","
                    + "\"resourceVersion\":\"7\"},\"data\":{\"k\":\"v\"}}");
    private static final Json.Obj LIST =
            parse("{\"kind\":\"ConfigMapList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":"
                    + "\"9\",\"continue\":\"x\"},\"items\":[{\"metadata\":{\"name\":\"a\"},\"data\":{\"k\":\"v\"}}]}");

    private final Answers answers = new Answers(new ProtoForms());
    private final Renditions renditions = new Renditions(
            new Columns(
                    List.of(new Columns.Column("Name", "string", "name", "The name.", 0)),
                    (object, now) -> List.of(Json.of("a"))),
            Renditions.IncludeObject.METADATA);

    @Test
    void compactJsonEndsWithItsLineAndPrettyJsonDoesNot() { // P10
        assertThat(text(OBJECT, Accepted.JSON)).isEqualTo(OBJECT + "\n");
        assertThat(text(parse("{\"a\":{},\"b\":[],\"c\":[1,{\"d\":null}]}"), pretty()))
                .isEqualTo(
                        "{\n  \"a\": {},\n  \"b\": [],\n  \"c\": [\n    1,\n    {\n      \"d\": null\n    }\n  ]\n}");
    }

    @Test
    void yamlIsSortedByName() {
        Accepted yaml = new Accepted(MediaType.YAML, new Rendition.Plain(), false);

        assertThat(text(OBJECT, yaml)).startsWith("apiVersion: v1\ndata:\n  k: v\nkind: ConfigMap\n");
    }

    @Test
    void protobufIsWhatTheModelReads() { // M2
        byte[] body = answers.encode(OBJECT, protobuf()).body();

        assertThat(Resources.toJson(Resources.fromProto(body, ConfigMap.TYPE))).isEqualTo(OBJECT.toBytes());
    }

    @Test
    void aKindWithoutProtobufIsSentAsJson() { // M3
        Answers.Encoded encoded =
                answers.encode(parse("{\"kind\":\"Foo\",\"apiVersion\":\"example.com/v1\"}"), protobuf());

        assertThat(encoded.contentType()).isEqualTo("application/json");
    }

    @Test
    void aListInProtobufHoldsItsItems() { // M2
        byte[] body = answers.encode(LIST, protobuf()).body();

        assertThat(new String(body, StandardCharsets.ISO_8859_1))
                .startsWith("k8s\0")
                .contains("ConfigMapList");
        assertThat(body.length).isGreaterThan(30);
    }

    @Test
    void anEventIsALineOfJsonOrAMessageWithItsLength() { // W1, M2
        assertThat(new String(answers.event("ADDED", OBJECT, Accepted.JSON), StandardCharsets.UTF_8))
                .isEqualTo("{\"type\":\"ADDED\",\"object\":" + OBJECT + "}\n");
        byte[] frame = answers.event("ADDED", OBJECT, protobuf());
        int length = java.nio.ByteBuffer.wrap(frame).getInt();
        assertThat(length).isEqualTo(frame.length - 4);
        assertThat(Answers.watchContentType(protobuf())).isEqualTo("application/vnd.kubernetes.protobuf;stream=watch");
        assertThat(new String(Arrays.copyOfRange(frame, 4, frame.length), StandardCharsets.ISO_8859_1))
                .contains("ADDED", "k8s\0");
    }

    @Test
    void aTableHasColumnsAndRowsWithMetadata() { // M4
        assertThat(renditions.list(LIST, "ConfigMap", new Rendition.Table(V1), NOW))
                .hasToString(
                        "{\"kind\":\"Table\",\"apiVersion\":\"meta.k8s.io/v1\",\"metadata\":{\"resourceVersion\":\"9\","
                                + "\"continue\":\"x\"},\"columnDefinitions\":[{\"name\":\"Name\",\"type\":\"string\",\"format\":\"name\","
                                + "\"description\":\"The name.\",\"priority\":0}],\"rows\":[{\"cells\":[\"a\"],\"object\":{\"kind\":"
                                + "\"PartialObjectMetadata\",\"apiVersion\":\"meta.k8s.io/v1\",\"metadata\":{\"name\":\"a\"}}}]}");
    }

    @Test
    void onlyTheFirstEventOfAWatchTellsTheColumns() { // M4
        Rendition table = new Rendition.Table(V1);

        assertThat(renditions.event(OBJECT, table, NOW, true).get("columnDefinitions"))
                .isInstanceOf(Json.Arr.class);
        assertThat(renditions.event(OBJECT, table, NOW, false).get("columnDefinitions"))
                .isEqualTo(Json.Null.INSTANCE);
    }

    @Test
    void rowsCarryWhatTheClientAsksFor() { // M4
        assertThat(Renditions.IncludeObject.of(null)).isEqualTo(Renditions.IncludeObject.METADATA);
        assertThat(Renditions.IncludeObject.of("None")).isEqualTo(Renditions.IncludeObject.NONE);
        Renditions whole = new Renditions(renditions.columns(), Renditions.IncludeObject.OBJECT);
        assertThat(whole.object(OBJECT, new Rendition.Table(V1), NOW).toString())
                .contains("\"object\":" + OBJECT);
        assertThatThrownBy(() -> Renditions.IncludeObject.of("All"))
                .hasMessage(
                        "Unable to convert to Table as requested: includeObject: Invalid value: \"All\": must be 'Metadata',"
                                + " 'Object', 'None', or empty");
    }

    @Test
    void metadataIsOfOneObjectOrOfAListAndNotMixed() { // M7
        assertThat(renditions.object(OBJECT, new Rendition.Metadata(V1), NOW))
                .hasToString(
                        "{\"kind\":\"PartialObjectMetadata\",\"apiVersion\":\"meta.k8s.io/v1\",\"metadata\":{\"name\":\"a\","
                                + "\"resourceVersion\":\"7\"}}");
        assertThat(renditions
                        .list(LIST, "ConfigMap", new Rendition.MetadataList(V1), NOW)
                        .toString())
                .contains("\"kind\":\"PartialObjectMetadataList\"", "\"items\":[{\"kind\":\"PartialObjectMetadata\"");
        assertThatThrownBy(() -> renditions.list(LIST, "ConfigMap", new Rendition.Metadata(V1), NOW))
                .isInstanceOfSatisfying(
                        StatusException.class, e -> assertThat(e.code()).isEqualTo(406))
                .hasMessageContaining("you requested PartialObjectMetadata, but the requested object is a list");
    }

    @Test
    void aStatusIsShownAsItIs() {
        Json.Obj status = parse("{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Success\"}");

        assertThat(renditions.object(status, new Rendition.Table(V1), NOW)).isEqualTo(status);
    }

    private String text(Json.Obj tree, Accepted form) {
        return new String(answers.encode(tree, form).body(), StandardCharsets.UTF_8);
    }

    private static Accepted pretty() {
        return new Accepted(MediaType.JSON, new Rendition.Plain(), true);
    }

    private static Accepted protobuf() {
        return new Accepted(MediaType.PROTOBUF, new Rendition.Plain(), false);
    }

    private static Json.Obj parse(String json) {
        return (Json.Obj) Json.parse(json);
    }
}
