package rulefile

import (
	"maps"
	"slices"

	"github.com/fraccheck/fraccheck/internal/pattern"
)

// An Entry is a word that a rule may use: how it is written, and what it means.
type Entry struct{ Name, Usage, Doc string }

// Forms are the forms of patterns that are written as calls, by name.
func Forms() []Entry {
	var all []Entry
	for _, name := range slices.Sorted(maps.Keys(forms)) {
		all = append(all, Entry{name, forms[name].usage, forms[name].doc})
	}
	for _, name := range slices.Sorted(maps.Keys(kindWords)) {
		all = append(all, Entry{name, name, "a call of an operator of the kind `" + kindWords[name].String() + "`"})
	}
	return all
}

// Clauses are those that a rule of a kind may have.
func Clauses(kind pattern.RuleKind) []Entry {
	var all []Entry
	for _, f := range clauseForms {
		if f.allowed(kind) {
			all = append(all, Entry{f.word, f.usage, f.doc})
		}
	}
	return all
}

// Questions are what conditions may ask.
func Questions() []Entry {
	var all []Entry
	for i := range pattern.Questions {
		q := &pattern.Questions[i]
		all = append(all, Entry{q.Name, usageOf(q), q.Doc})
	}
	return all
}
