package workspace

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/lazyregexp"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// Definitions that nothing uses are found by file: no item can tell alone. The file
// must be a program: its expressions, `@main` and what comments mention are where
// uses begin. Of others it cannot be known who calls them.

// unusedDefinitions are the findings of a file that nothing imports and that is not
// faulty: an error may be the reason why nothing calls a definition.
func (c *fileCheck) unusedDefinitions(s *Snapshot, faulty bool) []Finding {
	if c.imported || faulty {
		return nil
	}
	var unused []Finding
	for _, i := range c.entry.unusedItems() {
		item := c.entry.source.File.Item(i)
		name := item.Declared()
		unused = append(unused, s.place(c.entry, i, syntax.Diagnostic{
			Code: codes.UnusedDefinition, Severity: codes.UnusedDefinition.DefaultSeverity(), Span: item.Span(name),
			Message: fmt.Sprintf("nothing in this program uses `%s`", item.SourceText(name)),
		}))
	}
	return unused
}

// unusedItems are the unused definitions of a program that no other unused one names. They are
// kept over edits that leave what is used as it was.
func (e *entry) unusedItems() []int {
	file := e.source.File
	if file.Has(syntax.Versioned) || !file.Has(syntax.Begins) || !file.Has(syntax.Unexplained) {
		return nil // no program, or the text of a machine, which TVM prints with all functions of a module
	}
	if known := e.unused.Load(); known != nil {
		return *known
	}
	u := &usage{entry: e, used: make([]bool, file.Len()), left: file.Len()}
	var found []int
	if u.begin() {
		found = u.first()
	}
	e.unused.Store(&found)
	return found
}

// usesTheSame reports whether an edit of the text before leaves it as it was what each item is,
// what it names, and what comments say of definitions. Then it leaves what is used.
func (e *entry) usesTheSame() bool {
	edit, before := e.module.Edit(), e.before.from
	if edit.To != edit.WasTo || edit.Renamed || !e.source.Program() || !before.source.Program() {
		return false
	}
	for i := edit.From; i < edit.To; i++ {
		if !sameUse(before.source.File.Item(i), e.source.File.Item(i)) || !slices.Equal(before.facts.Named(i), e.facts.Named(i)) {
			return false
		}
	}
	return true
}

// sameUse reports whether two texts of an item are used alike, and no comment in them mentions
// a definition.
func sameUse(was, now *syntax.Item) bool {
	name := func(item *syntax.Item) string {
		if n := item.Declared(); n != syntax.NoNode {
			return item.SourceText(n)
		}
		return ""
	}
	return was.Kind(was.Root) == now.Kind(now.Root) && name(was) == name(now) &&
		(was.Body() == syntax.NoNode) == (now.Body() == syntax.NoNode) && (was.Doc() == "") == (now.Doc() == "") &&
		!commentsName(was) && !commentsName(now)
}

func commentsName(item *syntax.Item) bool {
	return slices.ContainsFunc(syntax.Comments(item.Text), func(at syntax.Span) bool {
		return strings.Contains(item.Text[at.Start:at.End], "@")
	})
}

// A usage is which items of a file are used.
type usage struct {
	entry *entry
	used  []bool
	left  int     // how many are not
	open  []int32 // used items whose names are still to be followed
}

// begin marks what is used from where uses begin; false where the file is no program.
func (u *usage) begin() bool {
	program := false
	for i, item := range u.entry.source.File.All() {
		switch kind := item.Kind(item.Root); {
		case kind == syntax.ItemExpr || kind == syntax.ItemDef && item.SourceText(item.Declared()) == "@main":
			program = program || u.examined(i)
			u.reach(i)
		case kind != syntax.ItemDef || u.meant(i):
			u.reach(i)
		}
	}
	if program {
		u.follow()
		u.markComments()
	}
	return program
}

// examined reports whether definitions of an item's block are looked at: those of
// documents show something, and only what is announced is looked for.
func (u *usage) examined(i int) bool {
	s := u.entry.source
	return s.Program() || slices.Contains(s.Blocks[s.BlockOf[i]].Errors, string(codes.UnusedDefinition))
}

// meant reports whether i is a definition that is left alone: a declaration, one whose name says
// that it is unused on purpose, one that is documented, which a file of examples may show beside
// those that it runs, one that a document shows.
func (u *usage) meant(i int) bool {
	item := u.entry.source.File.Item(i)
	name := item.Declared()
	return name == syntax.NoNode || item.Body() == syntax.NoNode || item.Doc() != "" ||
		strings.HasPrefix(item.SourceText(name), "@_") || !u.examined(i)
}

// mark marks an item and all that it names, directly or by way of others.
func (u *usage) mark(i int) {
	u.reach(i)
	u.follow()
}

// reach marks an item.
func (u *usage) reach(i int) {
	if !u.used[i] {
		u.used[i] = true
		u.left--
		u.open = append(u.open, int32(i))
	}
}

// follow marks all that marked items name. Where all items are used already, as nearly
// everywhere, nobody needs to know what they name.
func (u *usage) follow() {
	for len(u.open) > 0 && u.left > 0 {
		last := u.open[len(u.open)-1]
		u.open = u.open[:len(u.open)-1]
		for _, j := range u.entry.facts.Named(int(last)) {
			u.reach(int(j))
		}
	}
	u.open = u.open[:0]
}

var globalName = lazyregexp.New(`@[\pL_][\pL\pN_.]*`)

// markComments marks what comments mention: they may say what calls give, or to
// whom a definition matters.
func (u *usage) markComments() {
	unused := map[string][]int{}
	for i, used := range u.used {
		if item := u.entry.source.File.Item(i); !used {
			name := item.SourceText(item.Declared())
			unused[name] = append(unused[name], i)
		}
	}
	if len(unused) == 0 {
		return
	}
	text := u.entry.source.Text()
	for _, at := range syntax.Comments(text) {
		for _, name := range globalName().FindAllString(text[at.Start:at.End], -1) {
			for _, i := range append(unused[name], unused[strings.TrimRight(name, ".")]...) {
				u.mark(i)
			}
		}
	}
}

// first are the unused items that no other unused one names, and one of each cycle
// that none does: with these, the others go.
func (u *usage) first() (first []int) {
	named := map[int]bool{}
	for i, used := range u.used {
		if used {
			continue
		}
		for _, j := range u.entry.facts.Named(i) {
			if int(j) != i {
				named[int(j)] = true
			}
		}
	}
	for _, cycles := range []bool{false, true} {
		for i := range u.used {
			if !u.used[i] && (cycles || !named[i]) {
				first = append(first, i)
				u.mark(i)
			}
		}
	}
	slices.Sort(first)
	return first
}
