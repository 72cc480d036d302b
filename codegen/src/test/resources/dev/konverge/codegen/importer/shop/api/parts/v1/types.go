// Package v1 holds what orders are made of.
package v1

// Currency is what a price is in.
// +enum
type Currency string

const (
	Euro   Currency = "EUR"
	Franc           = Currency("CHF")
	Pound  Currency = "GBP" // behind the constant
	Legacy          = Currency(oldDollar)
)

const oldDollar = "USD"

// Street is the innermost of two embedded structs.
type Street struct {
	Line1 string `json:"line1" protobuf:"bytes,1,opt,name=line1"`
	Line2 string `json:"line2,omitempty" protobuf:"bytes,4,opt,name=line2"`
}

type Address struct {
	Street `json:",inline" protobuf:"bytes,2,opt,name=street"`
	City   string `json:"city,omitempty" protobuf:"bytes,1,opt,name=city"`
}
