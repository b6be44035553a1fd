package syntax

import (
	"iter"
	"strings"
)

// Traits say what few items of a file have, so that whoever looks for it need not look at
// the others: a file sums the traits of its items (File.Having), and an edit changes
// those of the edited items alone.
type Traits uint8

const (
	Attributed  Traits = 1 << iota // `#[…]` before it
	Erroneous                      // the parser reports something
	Noted                          // its text has a note to fraccheck: `fraccheck:`
	Versioned                      // a version header
	Importing                      // an import
	Begins                         // an expression, or `@main`: where uses of definitions begin
	Unexplained                    // a definition with a body, without a comment in front, whose name says nothing about its use
)

// traitsOf finds the traits of an item, once, when it is parsed.
func traitsOf(item *Item) (t Traits) {
	if len(item.Attributes) > 0 {
		t |= Attributed
	}
	if len(item.Errors) > 0 {
		t |= Erroneous
	}
	if strings.Contains(item.Text, "fraccheck:") {
		t |= Noted
	}
	switch item.Kind(item.Root) {
	case ItemVersion:
		t |= Versioned
	case ItemImport:
		t |= Importing
	case ItemExpr:
		t |= Begins
	case ItemDef:
		name := item.Declared()
		switch {
		case name == NoNode:
		case item.SourceText(name) == "@main":
			t |= Begins
		case item.Body() != NoNode && item.Doc() == "" && !strings.HasPrefix(item.SourceText(name), "@_"):
			t |= Unexplained
		}
	}
	return t
}

// Has reports whether an item of the file has one of some traits.
func (f *File) Has(traits Traits) bool { return f.items.Sum().traits&traits != 0 }

// Having are the items that have one of some traits, with their numbers. Others are not
// visited.
func (f *File) Having(traits Traits) iter.Seq2[int, *Item] {
	return func(yield func(int, *Item) bool) {
		for i, p := range f.items.Where(func(sum extents) bool { return sum.traits&traits != 0 }) {
			if !yield(i, p.item) {
				return
			}
		}
	}
}
