package dev.konverge.apiserver.negotiate;

/** What an endpoint can answer with; what it cannot is skipped when a client asks for it among others. */
public enum Offer {
    /** Objects of a built-in kind: every form, every rendition. */
    BUILT_IN(true, true, true),
    /** Custom resources: protobuf only for their metadata. */
    CUSTOM(false, true, true),
    /** An endpoint whose answers are no stored objects, such as an access review: no table. */
    NO_TABLE(true, false, true),
    /** Anything else, such as discovery: every form, nothing but the answer itself. */
    PLAIN(true, false, false);

    private final boolean plainProtobuf;
    private final boolean tables;
    private final boolean metadata;

    Offer(boolean plainProtobuf, boolean tables, boolean metadata) {
        this.plainProtobuf = plainProtobuf;
        this.tables = tables;
        this.metadata = metadata;
    }

    boolean allows(MediaType type, Rendition rendition) {
        return switch (rendition) {
            case Rendition.Plain ignored -> plainProtobuf || type != MediaType.PROTOBUF;
            case Rendition.Table ignored -> tables && type != MediaType.PROTOBUF;
            case Rendition.Metadata ignored -> metadata;
            case Rendition.MetadataList ignored -> metadata;
        };
    }
}
