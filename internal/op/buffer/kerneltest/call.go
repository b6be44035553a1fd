package kerneltest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/value"
)

// A Call is a call and what it gives, as the scripts under tools/reference write it,
// tuples and numbers of all dtypes among it.
type Call struct {
	Op    string
	Args  []Operand
	Attrs map[string]any
	Out   Operand
}

// ReadCalls reads a file that has a call in each line.
func ReadCalls(path string) (calls []*Call, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		c, decoder := &Call{}, json.NewDecoder(bytes.NewReader(lines.Bytes()))
		decoder.UseNumber()
		if err := decoder.Decode(c); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, len(calls)+1, err)
		}
		calls = append(calls, c)
	}
	return calls, lines.Err()
}

// Named are the attributes as op.Bind takes them; required ones that the call leaves
// to Python's defaults are None, and the class of attributes is named.
func (c *Call) Named(o *op.Op) []op.Named {
	var named []op.Named
	for _, a := range o.Attrs {
		v, given := c.Attrs[a.Name]
		switch {
		case given:
			named = append(named, op.Named{Name: a.Name, Value: attr(v)})
		case a.Required:
			named = append(named, op.Named{Name: a.Name})
		case a.Name == op.TypeKey:
			named = append(named, op.Named{Name: a.Name, Value: op.Text(a.Allowed[0])})
		}
	}
	return named
}

// An Operand reads a tensor or a tuple of them.
type Operand struct{ value.Value }

func (x *Operand) UnmarshalJSON(text []byte) error {
	if text[0] == '[' {
		return x.tuple(text)
	}
	var dense struct {
		Dtype string
		Shape []int
		Data  []json.RawMessage
	}
	if err := json.Unmarshal(text, &dense); err != nil {
		return err
	}
	d, ok := value.ParseDtype(dense.Dtype)
	if !ok {
		return fmt.Errorf("dtype %s", dense.Dtype)
	}
	a := value.NewArray(d, dense.Shape)
	for i, text := range dense.Data {
		value.Store(a.Data, i, scalar(d, strings.Trim(string(text), `"`)))
	}
	x.Value = value.Simplest(a)
	return nil
}

func (x *Operand) tuple(text []byte) error {
	var elems []Operand
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

// scalar reads a number. Integers are written as such, or as floats without a fraction.
func scalar(d value.Dtype, text string) value.Scalar {
	if d == value.Bool {
		return value.Truth(text == "true" || text == "1" || text == "1.0")
	}
	if u, err := strconv.ParseUint(text, 10, 64); err == nil && !d.IsFloat() {
		return value.FromUint(d, u)
	}
	if n, err := strconv.ParseInt(text, 10, 64); err == nil && !d.IsFloat() {
		return value.FromInt(d, n)
	}
	x, _ := strconv.ParseFloat(text, 64)
	return value.FromFloat(d, x)
}

// attr is an attribute's value as JSON has it: numbers without a fraction are integers.
func attr(v any) op.Value {
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
			list.List = append(list.List, attr(e))
		}
		return list
	}
	return op.Value{}
}
