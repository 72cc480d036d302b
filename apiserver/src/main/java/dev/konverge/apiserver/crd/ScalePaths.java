package dev.konverge.apiserver.crd;

import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import java.util.Optional;

/**
 * Where a custom resource keeps what its scale subresource shows. Each path is dotted, such as {@code .spec.replicas}.
 *
 * @param specReplicas how many there shall be
 * @param statusReplicas how many there are
 * @param labelSelector what selects them, as text; empty if nothing does
 */
public record ScalePaths(String specReplicas, String statusReplicas, String labelSelector) {
    static Optional<ScalePaths> find(Json.Obj subresources) {
        return subresources.get("scale") instanceof Json.Obj scale
                ? Optional.of(new ScalePaths(
                        Tree.text(scale, "specReplicasPath"),
                        Tree.text(scale, "statusReplicasPath"),
                        Tree.text(scale, "labelSelectorPath")))
                : Optional.empty();
    }
}
