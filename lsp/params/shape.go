package params

import (
	"slices"
	"strings"
)

// A shape is a type of the model, as far as it is checked.
type shape struct {
	kind         kind
	structure    string   // the name of an object's
	element      *shape   // of a list or a table
	alternatives []*shape // of a choice
	least        int64    // of a whole number
	words        string   // what a value is to be
}

type kind uint8

const (
	anything kind = iota
	null
	boolean
	number
	whole
	text
	list
	table
	object
	choice
)

// first are the characters that values of a kind begin with, as package jsontext has
// them: 0 for any number, and here t for false, too.
var first = map[kind]byte{null: 'n', boolean: 't', number: '0', whole: '0', text: '"', list: '[', table: '{', object: '{'}

// A field is a property of a structure.
type field struct {
	name     string
	shape    *shape
	required bool
}

// greatest is the greatest whole number of the protocol.
const greatest = 1<<31 - 1

var (
	anyShape     = &shape{kind: anything}
	nullShape    = &shape{kind: null, words: "null"}
	boolShape    = &shape{kind: boolean, words: "true or false"}
	numberShape  = &shape{kind: number, words: "a number"}
	textShape    = &shape{kind: text, words: "a string"}
	integerShape = &shape{kind: whole, least: -greatest - 1, words: "a whole number from -2147483648 to 2147483647"}
	naturalShape = &shape{kind: whole, words: "a whole number from 0 to 2147483647"}
)

func listOf(element *shape) *shape  { return &shape{kind: list, element: element, words: "a list"} }
func tableOf(element *shape) *shape { return &shape{kind: table, element: element, words: "an object"} }
func structureOf(name string) *shape {
	return &shape{kind: object, structure: name, words: "an object"}
}

func either(alternatives ...*shape) *shape {
	var words []string
	for _, a := range alternatives {
		if !slices.Contains(words, a.words) {
			words = append(words, a.words)
		}
	}
	return &shape{kind: choice, alternatives: alternatives, words: strings.Join(words, " or ")}
}

// must is a field that the model requires; one that may be null may be left out.
func must(name string, s *shape) field {
	nullable := s.kind == anything || slices.ContainsFunc(s.alternatives, func(a *shape) bool { return a.kind == null })
	return field{name, s, !nullable}
}

func may(name string, s *shape) field { return field{name, s, false} }
