package main

import (
	"encoding/json"
	"fmt"
	"strings"
)

// An extraction writes types as the table has them and notes the structures that
// they name.
type extraction struct {
	model  *model
	names  []string // of structures, in the order in which they were named
	wanted map[string]bool
}

// unchecked are names whose contents are the sender's affair, with their shapes.
var unchecked = map[string]string{"LSPAny": "anyShape", "LSPObject": "tableOf(anyShape)", "ClientCapabilities": "tableOf(anyShape)"}

var bases = map[string]string{
	"string": "textShape", "URI": "textShape", "DocumentUri": "textShape", "RegExp": "textShape",
	"boolean": "boolShape", "null": "nullShape", "decimal": "numberShape", "integer": "integerShape", "uinteger": "naturalShape",
}

// shape is the Go expression of a type.
func (e *extraction) shape(t typ) string {
	if t.Key != nil {
		return e.table(t)
	}
	switch t.Kind {
	case "base":
		return bases[t.Name]
	case "stringLiteral":
		return "textShape"
	case "array":
		return "listOf(" + e.shape(*t.Element) + ")"
	case "tuple":
		return "listOf(" + e.shape(t.Items[0]) + ")" // those of the model have one type inside
	case "or":
		return "either(" + strings.Join(e.shapes(t.Items), ", ") + ")"
	case "reference":
		return e.reference(t.Name)
	}
	panic(fmt.Sprintf("parameters have a type of kind %s", t.Kind))
}

// table is the shape of a type that has values by keys.
func (e *extraction) table(t typ) string {
	var of typ
	if err := json.Unmarshal(t.Value, &of); err != nil {
		panic(err)
	}
	return "tableOf(" + e.shape(of) + ")"
}

func (e *extraction) shapes(types []typ) (all []string) {
	for _, t := range types {
		all = append(all, e.shape(t))
	}
	return all
}

func (e *extraction) reference(name string) string {
	if s := unchecked[name]; s != "" {
		return s
	}
	if t, ok := e.model.named(name); ok {
		return e.shape(t)
	}
	if !e.wanted[name] {
		e.wanted[name] = true
		e.names = append(e.names, name)
	}
	return fmt.Sprintf("structureOf(%q)", name)
}

func (e *extraction) fields(s structure) string {
	var all []string
	for _, p := range e.model.properties(s) {
		word := "must"
		if p.Optional {
			word = "may"
		}
		all = append(all, fmt.Sprintf("%s(%q, %s)", word, p.Name, e.shape(p.Type)))
	}
	return strings.Join(all, ", ")
}
