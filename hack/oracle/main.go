// The oracle says how Kubernetes' own Go types read and write an object. It takes one request a line on standard input
// and gives one answer a line: {"json": …} is answered with that object as Go writes it in JSON and in protobuf,
// {"proto": base64} with the object of that message in JSON.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"

	apiserverinternal "k8s.io/api/apiserverinternal/v1alpha1"
	apiextensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/runtime"
	jsonserializer "k8s.io/apimachinery/pkg/runtime/serializer/json"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/client-go/kubernetes/scheme"
	apiregistration "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
)

type request struct {
	JSON  json.RawMessage `json:"json,omitempty"`
	Proto []byte          `json:"proto,omitempty"`
}

type answer struct {
	JSON  json.RawMessage `json:"json,omitempty"`
	Proto []byte          `json:"proto,omitempty"`
	Error string          `json:"error,omitempty"`
}

type oracle struct {
	json  *jsonserializer.Serializer
	proto *protobuf.Serializer
}

func (o oracle) ask(line []byte) answer {
	var r request
	if err := json.Unmarshal(line, &r); err != nil {
		return answer{Error: err.Error()}
	}
	decoder, data := runtime.Decoder(o.json), []byte(r.JSON)
	if r.Proto != nil {
		decoder, data = o.proto, r.Proto
	}
	object, _, err := decoder.Decode(data, nil, nil)
	if err != nil {
		return answer{Error: err.Error()}
	}
	return o.tell(object)
}

func (o oracle) tell(object runtime.Object) answer {
	var text, message bytes.Buffer
	if err := o.json.Encode(object, &text); err != nil {
		return answer{Error: err.Error()}
	}
	// The message's envelope names the kind; Go empties it in the object when it decodes.
	if err := o.proto.Encode(object, &message); err != nil {
		return answer{Error: err.Error()}
	}
	return answer{JSON: bytes.TrimSpace(text.Bytes()), Proto: message.Bytes()}
}

func main() {
	types := scheme.Scheme
	utilruntime.Must(apiextensions.AddToScheme(types))
	utilruntime.Must(apiregistration.AddToScheme(types))
	utilruntime.Must(apiserverinternal.AddToScheme(types))
	o := oracle{
		json:  jsonserializer.NewSerializerWithOptions(jsonserializer.DefaultMetaFactory, types, types, jsonserializer.SerializerOptions{}),
		proto: protobuf.NewSerializer(types, types),
	}
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	encoder := json.NewEncoder(out)
	for {
		line, err := in.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			utilruntime.Must(encoder.Encode(o.ask(line)))
		}
		if err != nil {
			return
		}
	}
}
