package metadata

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// A graph is TVM's JSON form of objects (src/node/serialization.cc): nodes that name
// others by number. It is decoded node by node, so that each has its place.
type graph struct {
	root   int
	nodes  []node
	arrays []string // in base64
}

// A node is one object. The empty object has no type.
type node struct {
	Type  string            `json:"type_key"`
	Repr  string            `json:"repr_str"`
	Attrs map[string]string `json:"attrs"`
	Keys  []string          `json:"keys"`
	Data  []int             `json:"data"`
	at    Span
}

// node finds a node; nil where there is none of that number.
func (g *graph) node(i int) *node {
	if i < 0 || i >= len(g.nodes) {
		return nil
	}
	return &g.nodes[i]
}

// constantClass is what a constant tensor is called; before TVM 0.6 it had no prefix.
var constantClass = map[string]bool{"relay.Constant": true, "Constant": true}

// A decoder reads the JSON text in one pass. Package json bounds the depth.
type decoder struct {
	text []byte
	json *json.Decoder
	at   int // where the value begins that is read now
}

// decode reads a graph, whose root is there.
func decode(text []byte) (*graph, *Problem) {
	d := decoder{text: text, json: json.NewDecoder(bytes.NewReader(text))}
	g := &graph{}
	if err := d.object(g); err != nil {
		return nil, d.problem(err)
	}
	if g.node(g.root) == nil {
		return nil, &Problem{Span{0, min(1, len(text))}, "the metadata section has no root: it names node " +
			strconv.Itoa(g.root) + " of " + strconv.Itoa(len(g.nodes)) + ", counted from 0"}
	}
	return g, nil
}

// object reads the whole section.
func (d *decoder) object(g *graph) error {
	if err := d.open('{'); err != nil {
		return err
	}
	for d.json.More() {
		key, err := d.json.Token()
		if err != nil {
			return err
		}
		if err := d.field(key, g); err != nil {
			return err
		}
	}
	_, err := d.json.Token()
	return err
}

func (d *decoder) field(key json.Token, g *graph) error {
	switch key {
	case "root":
		return d.value(&g.root)
	case "nodes":
		return d.list(func() error { return d.node(g) })
	case "b64ndarrays":
		return d.list(func() error {
			g.arrays = append(g.arrays, "")
			return d.value(&g.arrays[len(g.arrays)-1])
		})
	}
	var other json.RawMessage
	return d.value(&other)
}

func (d *decoder) value(into any) error {
	d.at = d.next()
	return d.json.Decode(into)
}

func (d *decoder) node(g *graph) error {
	g.nodes = append(g.nodes, node{})
	n := &g.nodes[len(g.nodes)-1]
	err := d.value(n)
	n.at = d.line(d.at, int(d.json.InputOffset()))
	return err
}

// open reads the bracket that something begins with.
func (d *decoder) open(bracket json.Delim) error {
	d.at = d.next()
	t, err := d.json.Token()
	if err == nil && t != bracket {
		return fmt.Errorf("`%s` is expected here", bracket)
	}
	return err
}

func (d *decoder) list(entry func() error) error {
	if err := d.open('['); err != nil {
		return err
	}
	for d.json.More() {
		if err := entry(); err != nil {
			return err
		}
	}
	_, err := d.json.Token()
	return err
}

// next is where the next value begins.
func (d *decoder) next() int {
	at := int(d.json.InputOffset())
	for at < len(d.text) && strings.IndexByte(" \t\r\n,:", d.text[at]) >= 0 {
		at++
	}
	return at
}

// line is the part of a span that stands on its first line.
func (d *decoder) line(start, end int) Span {
	end = max(start, min(end, len(d.text)))
	if i := bytes.IndexByte(d.text[start:end], '\n'); i >= 0 {
		end = start + i
	}
	return Span{start, end}
}

// problem says why and where decoding ended. Where the text is no JSON, the place
// is looked for in another pass, since a Decoder does not tell it.
func (d *decoder) problem(err error) *Problem {
	var wrong *json.SyntaxError
	var anything json.RawMessage
	if errors.As(json.Unmarshal(d.text, &anything), &wrong) {
		end := int(wrong.Offset)
		return &Problem{Span{max(0, end-1), end}, "the metadata section is no JSON text: " + wrong.Error()}
	}
	at := d.line(d.at, d.at+1)
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) {
		return &Problem{at, "the metadata section is not of TVM's form: a " + kind.Value + " is found here for `" + kind.Field + "`"}
	}
	return &Problem{at, "the metadata section is not of TVM's form: " + err.Error()}
}
