package schema_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/model/onnx/schema"
	"github.com/fraccheck/fraccheck/internal/model/onnx/wire"
)

const debian = "/usr/share/libonnx-testdata/data"

// TestModelsAreAccepted checks each node of the models in Debian's
// libonnx-testdata, all of which are right.
func TestModelsAreAccepted(t *testing.T) {
	if _, err := os.Stat(debian); err != nil {
		t.Skipf("%s is not here (Debian's libonnx-testdata)", debian)
	}
	nodes := 0
	err := filepath.WalkDir(debian, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".onnx") {
			return err
		}
		file, err := wire.Open(path)
		if err != nil {
			return err
		}
		defer file.Close()
		model, err := file.Model()
		if err != nil {
			return err
		}
		c := checker{T: t, path: path, opsets: map[string]int64{}, functions: map[string]bool{}}
		for _, opset := range model.Opsets {
			c.opsets[defaultDomain(opset.Domain)] = opset.Version
		}
		for _, f := range model.Functions {
			c.functions[f.Domain+"/"+f.Name] = true
		}
		c.graph(model.Graph, map[string]string{})
		nodes += c.nodes
		return nil
	})
	if err != nil || nodes < 2500 {
		t.Errorf("%d nodes, %v", nodes, err)
	}
}

func defaultDomain(domain string) string {
	if domain == "ai.onnx" {
		return ""
	}
	return domain
}

type checker struct {
	*testing.T
	path      string
	opsets    map[string]int64
	functions map[string]bool
	nodes     int
}

// graph checks the nodes of a graph; types are those of the values around it.
func (c *checker) graph(g *wire.Graph, outer map[string]string) {
	types := map[string]string{}
	for name, spelled := range outer {
		types[name] = spelled
	}
	for _, values := range [][]*wire.ValueInfo{g.Inputs, g.Values, g.Outputs} {
		for _, v := range values {
			types[v.Name] = spell(v.Type)
		}
	}
	for _, tensor := range g.Initializers {
		types[tensor.Name] = "tensor(" + schema.Element(int32(tensor.Type)) + ")"
	}
	for _, node := range g.Nodes {
		if c.functions[node.Domain+"/"+node.OpType] {
			continue
		}
		c.nodes++
		s, err := schema.Find(node.Domain, node.OpType, c.opsets[defaultDomain(node.Domain)])
		if err != nil {
			c.Errorf("%s: %v", c.path, err)
			continue
		}
		use := schema.Use{Inputs: look(types, node.Inputs), Outputs: look(types, node.Outputs)}
		for _, a := range node.Attributes {
			use.Attributes = append(use.Attributes, schema.Given{Name: a.Name, Type: schema.AttributeType(a.Type)})
			if a.G != nil {
				c.graph(a.G, types)
			}
		}
		for _, f := range s.Check(use) {
			c.Errorf("%s, %s: %s", c.path, node.Name, f.Message)
		}
	}
}

func look(types map[string]string, names []string) []string {
	var all []string
	for _, name := range names {
		if name == "" {
			all = append(all, schema.Omitted)
		} else {
			all = append(all, types[name])
		}
	}
	return all
}

func spell(t *wire.Type) string {
	if t == nil {
		return ""
	}
	switch t.Kind {
	case wire.TensorType:
		if element := schema.Element(int32(t.Elem)); element != "" {
			return "tensor(" + element + ")"
		}
	case wire.SparseTensorType:
		return "sparse_tensor(" + schema.Element(int32(t.Elem)) + ")"
	case wire.SequenceType:
		return "seq(" + spell(t.Of) + ")"
	case wire.OptionalType:
		return "optional(" + spell(t.Of) + ")"
	case wire.MapType:
		return "map(" + schema.Element(int32(t.Key)) + "," + spell(t.Of) + ")"
	}
	return ""
}
