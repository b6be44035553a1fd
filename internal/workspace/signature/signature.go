package signature

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
)

// A File is a file of signatures.
type File struct {
	Name     string // of the file, for messages
	Build    string // of fraccheck that wrote it
	Programs []*Program
}

// A Program is what one program shows.
type Program struct {
	Name string // as reports write it: relative to the repository, with `/`
	// Unread is why the program cannot be read; empty where it can, as is everything else where
	// it cannot.
	Unread  string
	Imports []Import
	Errors  []Error        // on which what the program shows rests, its own and those of what it sees
	Broken  map[string]int // the names that rest on errors, with their indices; nil where anything may
	// Whole is the text of a program with errors of syntax or types, nil of others: then
	// there are no items, since what is concluded from such a program may rest on all of it.
	Whole *string
	Items []Item

	Line int // where it begins in a file that was read
}

// An Import is one import of a program, in its order.
type Import struct {
	Written string // in the program
	Name    string // of the program that it leads to; empty where it leads to none
	Digest  string // of that program's signature
	Fault   string // why it leads to none
}

// An Error is one in a program, or in what it imports.
type Error struct {
	Name         string // of the program that it is in
	Line, Column int
	Message      string
}

// An Item is one item of a program.
type Item struct {
	Text string // without comments around it
	// Outline is set if the body of the definition is left out of the text.
	Outline bool
	Type    string // that was inferred and is not in the text; empty where it is
	Marks   string // of the type's parameters: typecheck.WrittenType
	Facts   []Fact

	Line int // where it is in a file that was read; its type and facts follow
}

// A Fact is what an analyzer says of a definition, in its words.
type Fact struct{ Analyzer, Words string }

// Founded reports whether the signatures of all that the program imports are known.
func (p *Program) Founded() bool {
	return !slices.ContainsFunc(p.Imports, func(i Import) bool { return i.Fault == "" && i.Digest == "" })
}

// Digest is the digest of a program's signature.
func (p *Program) Digest() string {
	var w writer
	w.program(p)
	return digest(w.text.String())
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}
