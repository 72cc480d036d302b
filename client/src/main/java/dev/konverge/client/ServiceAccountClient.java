package dev.konverge.client;

import dev.konverge.model.authentication.v1.TokenRequest;
import dev.konverge.model.codec.DecodeOptions;
import dev.konverge.model.core.v1.ServiceAccount;

/** Reads and writes service accounts, and asks for tokens of theirs. */
public final class ServiceAccountClient extends ResourceClient<ServiceAccount> {
    ServiceAccountClient(RestClient rest, Format<ServiceAccount> format, Place place) {
        super(rest, format, place);
    }

    @Override
    public ServiceAccountClient in(String namespace) {
        return new ServiceAccountClient(rest(), format(), place().in(namespace));
    }

    @Override
    public ServiceAccountClient withDecoding(DecodeOptions options) {
        return new ServiceAccountClient(rest().withDecoding(options), format(), place());
    }

    /** {@return the request with a token in its status} Mind that whoever has the token is the service account. */
    public TokenRequest requestToken(String name, TokenRequest request) {
        return subresource("POST", name, "token")
                .body(request, TokenRequest.TYPE)
                .into(TokenRequest.TYPE);
    }
}
