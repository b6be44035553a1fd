package page

import (
	"encoding/json"

	"github.com/fraccheck/fraccheck/internal/drawing"
	"github.com/fraccheck/fraccheck/internal/types"
)

// version is that of the JSON formats.
const version = 1

type jsonPicture struct {
	Version int       `json:"version"`
	Boxes   []jsonBox `json:"boxes"`
}

type jsonBox struct {
	ID        int        `json:"id"`
	Form      string     `json:"form"`
	Steps     []jsonStep `json:"steps"`
	Times     int        `json:"times,omitempty"`
	Operators int        `json:"operators,omitempty"`
	In        []jsonWire `json:"in"`
	Outs      []jsonOut  `json:"outs"`
	Boxes     []jsonBox  `json:"boxes,omitempty"`
}

type jsonStep struct {
	Class  string   `json:"class"`
	Name   string   `json:"name"`
	Args   []string `json:"args"`
	Type   string   `json:"type,omitempty"`
	Source string   `json:"source,omitempty"`
	Place  string   `json:"place,omitempty"`
}

type jsonWire struct {
	From  int         `json:"from"`
	Out   int         `json:"out"`
	Again []jsonCarry `json:"again,omitempty"`
}

type jsonCarry struct {
	From   int `json:"from"`
	Out    int `json:"out"`
	Repeat int `json:"repeat"`
}

type jsonOut struct {
	Label string `json:"label"`
	Type  string `json:"type"`
	Each  bool   `json:"each,omitempty"`
}

// JSON writes a picture for programs.
func JSON(p *drawing.Picture) []byte {
	return encoded(jsonPicture{version, boxesJSON(p.Items)})
}

func encoded(v any) []byte {
	text, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		panic(err) // strings, numbers and lists of them
	}
	return append(text, '\n')
}

func boxesJSON(boxes []*drawing.Box) []jsonBox {
	all := []jsonBox{}
	for _, b := range boxes {
		one := jsonBox{
			ID: b.ID, Form: b.Form.String(), Times: b.Times, Operators: b.Operators,
			Steps: []jsonStep{}, In: []jsonWire{}, Outs: []jsonOut{},
		}
		for _, s := range b.Steps {
			one.Steps = append(one.Steps, stepJSON(s))
		}
		for _, w := range b.In {
			one.In = append(one.In, wireJSON(w))
		}
		for _, o := range b.Outs {
			one.Outs = append(one.Outs, jsonOut{o.Label, o.Type, o.Each})
		}
		if len(b.Kids) > 0 {
			one.Boxes = boxesJSON(b.Kids)
		}
		all = append(all, one)
	}
	return all
}

func wireJSON(w drawing.Wire) jsonWire {
	one := jsonWire{From: w.From.ID, Out: w.Out}
	for _, e := range w.Again {
		one.Again = append(one.Again, jsonCarry{e.Box.ID, e.Out, e.Of.ID})
	}
	return one
}

func stepJSON(s drawing.Step) jsonStep {
	args := []string{}
	for _, a := range s.Args {
		args = append(args, a.Text)
	}
	return jsonStep{s.Class.String(), s.Name, args, s.Type, s.Tip, s.Place}
}

type jsonTrees struct {
	Version int        `json:"version"`
	Types   []jsonType `json:"types"`
}

type jsonType struct {
	Of   string   `json:"of"`
	Name string   `json:"name"`
	Type string   `json:"type"`
	Tree jsonNode `json:"tree"`
}

type jsonNode struct {
	Role   string     `json:"role,omitempty"`
	Name   string     `json:"name"`
	Static []string   `json:"static"`
	Data   []string   `json:"data"`
	Kids   []jsonNode `json:"kids,omitempty"`
}

// TreesJSON writes structure trees for programs.
func TreesJSON(trees []drawing.TypeTree) []byte {
	out := jsonTrees{version, []jsonType{}}
	for _, t := range trees {
		out.Types = append(out.Types, jsonType{t.Of, t.Name, t.Type, nodeJSON(t.Root)})
	}
	return encoded(out)
}

func nodeJSON(n *types.Node) jsonNode {
	one := jsonNode{n.Role, n.Name, append([]string{}, n.Static...), append([]string{}, n.Data...), nil}
	for _, kid := range n.Kids {
		one.Kids = append(one.Kids, nodeJSON(kid))
	}
	return one
}
