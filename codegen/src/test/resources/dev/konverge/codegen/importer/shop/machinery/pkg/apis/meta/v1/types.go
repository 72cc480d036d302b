package v1

import "time"

type TypeMeta struct {
	Kind       string `json:"kind,omitempty" protobuf:"bytes,1,opt,name=kind"`
	APIVersion string `json:"apiVersion,omitempty" protobuf:"bytes,2,opt,name=apiVersion"`
}

type ListMeta struct {
	ResourceVersion string `json:"resourceVersion,omitempty" protobuf:"bytes,1,opt,name=resourceVersion"`
}

type ObjectMeta struct {
	Name              string `json:"name,omitempty" protobuf:"bytes,1,opt,name=name"`
	CreationTimestamp Time   `json:"creationTimestamp,omitempty,omitzero" protobuf:"bytes,2,opt,name=creationTimestamp"`
}

type Time struct {
	time.Time `protobuf:"-"`
}

// Cancel is a kind of every group.
type Cancel struct {
	TypeMeta `json:",inline"`

	Reason string `json:"reason,omitempty" protobuf:"bytes,1,opt,name=reason"`
}
