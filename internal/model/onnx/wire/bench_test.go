package wire

import (
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/fraccheck/fraccheck/internal/reference"
	"google.golang.org/protobuf/encoding/protowire"
)

func BenchmarkLightResnet50(b *testing.B) {
	nets := reference.Light(b)
	i := slices.IndexFunc(nets, func(path string) bool { return filepath.Base(path) == "light_resnet50.onnx" })
	if i < 0 {
		b.Skip("light_resnet50.onnx is not here")
	}
	path := nets[i]
	b.ReportAllocs()
	for b.Loop() {
		f, err := Open(path)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := f.Model(); err != nil {
			b.Fatal(err)
		}
		f.Close()
	}
}

// BenchmarkDecode decodes 30,000 nodes with two inputs, a name and three attributes each.
func BenchmarkDecode(b *testing.B) {
	data := chain(30_000)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Decode(data); err != nil {
			b.Fatal(err)
		}
	}
}

// chain is a model of n convolutions, each of the one before it.
func chain(n int) []byte {
	var graph []byte
	for i := range n {
		var node []byte
		node = appendText(node, 1, "value_"+strconv.Itoa(i))
		node = appendText(node, 1, "weight_"+strconv.Itoa(i))
		node = appendText(node, 2, "value_"+strconv.Itoa(i+1))
		node = appendText(node, 3, "/layers/"+strconv.Itoa(i)+"/Conv")
		node = appendText(node, 4, "Conv")
		for _, name := range []string{"kernel_shape", "strides", "pads"} {
			attribute := appendText(nil, 1, name)
			for range 4 {
				attribute = appendNumber(attribute, 8, 1)
			}
			attribute = appendNumber(attribute, 20, uint64(IntsAttr))
			node = appendBytes(node, 5, attribute)
		}
		graph = appendBytes(graph, 1, node)
	}
	return appendBytes(appendNumber(nil, 1, 8), 7, graph)
}

func appendNumber(b []byte, field protowire.Number, v uint64) []byte {
	return protowire.AppendVarint(protowire.AppendTag(b, field, protowire.VarintType), v)
}

func appendBytes(b []byte, field protowire.Number, v []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(b, field, protowire.BytesType), v)
}

func appendText(b []byte, field protowire.Number, v string) []byte {
	return appendBytes(b, field, []byte(v))
}
