package table

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/op"
	"github.com/fraccheck/fraccheck/value"
)

// A recorded is a call as the scripts under tools/reference write it: one that an
// operator's relation accepts, to make others of.
type recorded struct {
	Op    string
	Args  []operand
	Attrs map[string]any
}

// readRecorded reads the calls of all families, by operator.
func readRecorded(t *testing.T) map[string][]*recorded {
	t.Helper()
	calls := map[string][]*recorded{}
	for _, pattern := range []string{"../testdata/numpy.jsonl", "../*/testdata/reference.jsonl"} {
		paths, _ := filepath.Glob(pattern)
		for _, path := range paths {
			file, err := os.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			defer file.Close()
			lines := bufio.NewScanner(file)
			lines.Buffer(nil, 1<<24)
			for lines.Scan() {
				decoder, r := json.NewDecoder(bytes.NewReader(lines.Bytes())), &recorded{}
				decoder.UseNumber()
				if err := decoder.Decode(r); err != nil {
					t.Fatal(path, err)
				}
				calls[r.Op] = append(calls[r.Op], r)
			}
		}
	}
	return calls
}

// An operand reads a tensor or a tuple of them.
type operand struct{ value.Value }

func (x *operand) UnmarshalJSON(text []byte) error {
	if text[0] == '[' {
		var elems []operand
		if err := json.Unmarshal(text, &elems); err != nil {
			return err
		}
		tuple := &value.Tuple{}
		for _, e := range elems {
			tuple.Elems = append(tuple.Elems, e.Value)
		}
		x.Value = tuple
		return nil
	}
	var dense struct {
		Dtype string
		Shape []int
		Data  []json.RawMessage
	}
	if err := json.Unmarshal(text, &dense); err != nil {
		return err
	}
	d, _ := value.ParseDtype(dense.Dtype)
	a := value.NewArray(d, dense.Shape)
	for i, text := range dense.Data {
		value.Store(a.Data, i, element(d, strings.Trim(string(text), `"`)))
	}
	x.Value = a
	return nil
}

func element(d value.Dtype, text string) value.Scalar {
	if d == value.Bool {
		return value.Truth(text == "true" || text == "1")
	}
	if n, err := strconv.ParseInt(text, 10, 64); err == nil && !d.IsFloat() {
		return value.FromInt(d, n)
	}
	x, _ := strconv.ParseFloat(text, 64)
	return value.FromFloat(d, x)
}

// named are the attributes as Bind takes them; required ones that the call leaves
// to Python's defaults are None, and the class of attributes is named.
func (r *recorded) named(o *op.Op) []op.Named {
	var named []op.Named
	for _, a := range o.Attrs {
		v, given := r.Attrs[a.Name]
		switch {
		case given:
			named = append(named, op.Named{Name: a.Name, Value: attrOf(v)})
		case a.Required:
			named = append(named, op.Named{Name: a.Name})
		case a.Name == op.TypeKey:
			named = append(named, op.Named{Name: a.Name, Value: op.Text(a.Allowed[0])})
		}
	}
	return named
}

func attrOf(v any) op.Value {
	switch v := v.(type) {
	case bool:
		return op.Boolean(v)
	case json.Number:
		if n, err := v.Int64(); err == nil {
			return op.Int(n)
		}
		x, _ := v.Float64()
		return op.Float(x)
	case string:
		if v == "expr" {
			return op.Value{Kind: op.ExprValue}
		}
		return op.Text(v)
	case []any:
		list := op.Value{Kind: op.ListValue}
		for _, e := range v {
			list.List = append(list.List, attrOf(e))
		}
		return list
	}
	return op.Value{}
}
