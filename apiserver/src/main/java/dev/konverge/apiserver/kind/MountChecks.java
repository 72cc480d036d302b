package dev.konverge.apiserver.kind;

import dev.konverge.model.Json;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a container may do with the volumes of its pod: mount them, or use them as devices.
 *
 * @param container the container
 * @param at where it stands
 * @param volumes the volumes there are, and whether they can be used as devices
 * @param report takes what is wrong
 */
record MountChecks(Json.Obj container, String at, Map<String, Boolean> volumes, Report report) {
    private static final List<String> PROPAGATIONS = List.of("Bidirectional", "HostToContainer", "None");
    private static final List<String> RECURSIONS = List.of("Disabled", "Enabled", "IfPossible");

    void run() {
        mounts();
        devices();
    }

    private Set<String> values(String list, String field) {
        Set<String> values = new HashSet<>();
        Tree.objects(container, list).forEach(item -> values.add(Tree.text(item, field)));
        return values;
    }

    private void mounts() {
        Set<String> paths = new HashSet<>();
        Set<String> deviceNames = values("volumeDevices", "name");
        Set<String> devicePaths = values("volumeDevices", "devicePath");
        List<Json.Obj> mounts = Tree.objects(container, "volumeMounts");
        for (int i = 0; i < mounts.size(); i++) {
            String place = at + ".volumeMounts[" + i + "]";
            String name = Tree.text(mounts.get(i), "name");
            String mountPath = Tree.text(mounts.get(i), "mountPath");
            demanded(name, place + ".name");
            if (!volumes.containsKey(name)) {
                report.notFound(place + ".name", name);
            }
            demanded(mountPath, place + ".mountPath");
            if (!paths.add(mountPath)) {
                report.invalid(place + ".mountPath", mountPath, "must be unique");
            }
            if (deviceNames.contains(name)) {
                report.invalid(place + ".name", name, "must not already exist in volumeDevices");
            }
            if (devicePaths.contains(mountPath)) {
                report.invalid(place + ".mountPath", mountPath, "must not already exist as a path in volumeDevices");
            }
            inside(mounts.get(i), place);
            spread(mounts.get(i));
        }
    }

    private void demanded(String value, String place) {
        if (value.isEmpty()) {
            report.required(place);
        }
    }

    /** The part of a volume that is mounted; Kubernetes forgets to say of which mount it speaks. */
    private void inside(Json.Obj mount, String place) {
        String all = at + ".volumeMounts";
        VolumeChecks.localPath(Tree.text(mount, "subPath"), all + ".subPath", report);
        String expression = Tree.text(mount, "subPathExpr");
        if (!expression.isEmpty() && Tree.has(mount, "subPath")) {
            report.invalid(place + ".subPathExpr", expression, "subPathExpr and subPath are mutually exclusive");
        }
        VolumeChecks.localPath(expression, all + ".subPathExpr", report);
    }

    private void spread(Json.Obj mount) {
        String all = at + ".volumeMounts";
        String propagation = Tree.text(mount, "mountPropagation");
        if (Tree.has(mount, "mountPropagation") && !PROPAGATIONS.contains(propagation)) {
            report.notSupported(all + ".mountPropagation", propagation, PROPAGATIONS);
        }
        if (propagation.equals("Bidirectional") && !Tree.flag(container, "securityContext", "privileged")) {
            report.forbidden(
                    all + ".mountPropagation",
                    "Bidirectional mount propagation is available only to privileged containers");
        }
        String recursive = Tree.text(mount, "recursiveReadOnly");
        if (!Tree.has(mount, "recursiveReadOnly") || recursive.equals("Disabled")) {
            return;
        }
        if (!RECURSIONS.contains(recursive)) {
            report.notSupported(all + ".recursiveReadOnly", recursive, RECURSIONS);
            return;
        }
        if (!Tree.flag(mount, "readOnly")) {
            report.forbidden(all + ".recursiveReadOnly", "may only be specified when readOnly is true");
        }
        if (Tree.has(mount, "mountPropagation") && !propagation.equals("None")) {
            report.forbidden(
                    all + ".recursiveReadOnly", "may only be specified when mountPropagation is None or not specified");
        }
    }

    private void devices() {
        Set<String> names = new HashSet<>();
        Set<String> paths = new HashSet<>();
        Set<String> mountNames = values("volumeMounts", "name");
        Set<String> mountPaths = values("volumeMounts", "mountPath");
        List<Json.Obj> devices = Tree.objects(container, "volumeDevices");
        for (int i = 0; i < devices.size(); i++) {
            String place = at + ".volumeDevices[" + i + "]";
            String name = Tree.text(devices.get(i), "name");
            String devicePath = Tree.text(devices.get(i), "devicePath");
            demanded(name, place + ".name");
            if (names.contains(name)) {
                report.invalid(place + ".name", name, "must be unique");
            }
            usable(name, place + ".name");
            demanded(devicePath, place + ".devicePath");
            if (paths.contains(devicePath)) {
                report.invalid(place + ".devicePath", devicePath, "must be unique");
            }
            if (List.of(devicePath.split("/")).contains("..")) {
                report.invalid(place + ".devicePath", devicePath, "can not contain backsteps ('..')");
            } else {
                paths.add(devicePath);
            }
            if (mountNames.contains(name)) {
                report.invalid(place + ".name", name, "must not already exist in volumeMounts");
            }
            if (mountPaths.contains(devicePath)) {
                report.invalid(place + ".devicePath", devicePath, "must not already exist as a path in volumeMounts");
            }
            if (!name.isEmpty()) {
                names.add(name);
            }
        }
    }

    private void usable(String name, String place) {
        Boolean usable = volumes.get(name);
        if (usable == null) {
            report.notFound(place, name);
        } else if (!usable) {
            report.invalid(
                    place,
                    name,
                    "can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode");
        }
    }
}
