package v1

import (
	"fmt"

	parts "example.com/shop-api/parts/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Order is a kind.
type Order struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`

	Spec   OrderSpec    `json:"spec,omitempty" protobuf:"bytes,2,opt,name=spec"`
	Status *OrderStatus `json:"status,omitempty" protobuf:"bytes,3,opt,name=status"`
}

type OrderList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`

	Items []Order `json:"items" protobuf:"bytes,2,rep,name=items"`
}

/* A comment over
   several lines that says +enum and counts for nothing. */
type OrderSpec struct {
	// Customer has no omitempty.
	Customer string `json:"customer" protobuf:"bytes,9,opt,name=customer"`
	// +optional
	// +default=1
	Copies *int32 `json:"copies,omitempty" protobuf:"varint,1,opt,name=copies"`
	parts.Address `json:",inline" protobuf:"bytes,2,opt,name=address"`
	Lines []Line `json:"lines,omitempty" protobuf:"bytes,3,rep,name=lines"`
	Labels map[string]string `json:"labels" protobuf:"bytes,4,rep,name=labels"`
	// +default=ref(Card)
	Method PaymentMethod `json:"method,omitempty" protobuf:"bytes,5,opt,name=method,casttype=PaymentMethod"`
	Accepted []parts.Currency `json:"accepted,omitempty" protobuf:"bytes,6,rep,name=accepted"`
	Rates map[string]Money `json:"rates,omitempty" protobuf:"bytes,16,rep,name=rates"`
	Tags Tags `json:"tags,omitempty" protobuf:"bytes,7,opt,name=tags"`
	Extra map[string]Tags `json:"extra,omitempty" protobuf:"bytes,8,rep,name=extra"`
	Due metav1.Time `json:"due,omitempty" protobuf:"bytes,10,opt,name=due"`
	Seal []byte `json:"seal,omitempty" protobuf:"bytes,11,opt,name=seal"`
	Ratio *float64 `json:"ratio,omitempty" protobuf:"fixed64,12,opt,name=ratio"`
	// +default=false
	Express bool `json:"express,omitempty" protobuf:"varint,13,opt,name=express"`
	Ref string `json:"$ref,omitempty" protobuf:"bytes,14,opt,name=ref"`
	Weight int64 `json:"x-shop-weight" protobuf:"varint,15,opt,name=xShopWeight"`
	hidden string
	Secret string `json:"-"`
	Hook func(name string) (int, error) `json:"-"`
}

type Line struct {
	SKU string `json:"sku" protobuf:"bytes,1,opt,name=sku"`
}

type (
	OrderStatus Progress

	// Progress has the fields of OrderStatus.
	Progress struct {
		Done bool `json:"done" protobuf:"varint,1,opt,name=done"`
	}
)

// Tags is a list that protobuf wraps.
// +protobuf.nullable=true
type Tags []string

type Money = parts.Currency

// PaymentMethod is an enumeration.
//
// +enum
type PaymentMethod string

const (
	// Card is first.
	Card PaymentMethod = "Card"

	Invoice PaymentMethod = `On invoice, "later"`
	Default PaymentMethod = Card
	Maximum = 1 << (3 +
		1)
	First, Second = "a", "b"
)

func (o Order) String() string {
	type local struct{ Name string }
	const Cheque PaymentMethod = "Cheque"
	return fmt.Sprintf("%v {", o.Name)
}

type Box[T any] struct {
	Content T
}

type Watcher interface {
	Watch(stop <-chan struct{}) chan<- Order
}
