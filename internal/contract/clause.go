package contract

import (
	"github.com/fraccheck/fraccheck/complexity"
	"github.com/fraccheck/fraccheck/internal/attribute"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A Key is a metric that a contract may bound.
type Key struct {
	Name   string
	Metric complexity.Metric
	Noun   string // in messages
	Doc    string // what is counted
	Unit   string // after a number of it
}

// Keys are the keys of a contract.
var Keys = []Key{
	{"work", complexity.Work, "work", "all operations that a call makes: scalar ones, calls, constructors, projections, branches", ""},
	{"span", complexity.Span, "span", "the longest chain of operations that wait for each other", ""},
	{"memory", complexity.Memory, "memory", "the bytes that a call makes", " bytes"},
	{"tick", complexity.Tick, "number of calls", "the calls of definitions", ""},
}

// KeyNames are the names of Keys.
func KeyNames() []string {
	var names []string
	for _, k := range Keys {
		names = append(names, k.Name)
	}
	return names
}

// key finds a key by its name.
func key(name string) (Key, bool) {
	for _, k := range Keys {
		if k.Name == name {
			return k, true
		}
	}
	return Key{}, false
}

// A Clause is what a contract requires of one metric: `work = "|l|^2"`.
type Clause = attribute.Clause

// An Attribute is a `#[cost(…)]` of an item.
type Attribute = attribute.Attribute

// form is the attribute of contracts.
var form = attribute.Form{
	Name: "cost", Keys: KeyNames(),
	Purpose: "a contract says what a definition costs at most, such as `#[cost(work = \"n^2\")]`",
	Shape:   "key = \"bound\"", Value: "a bound", Sample: "n^2",
	Unknown: "a contract has no `%s`",
	Twice:   "`%s` is promised twice",
}

// Attributes are the contracts before an item.
func Attributes(item *syntax.Item) []Attribute { return form.Read(item) }
