package rename

import (
	"context"
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/reference"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
	"github.com/fraccheck/fraccheck/typecheck"
)

// unresolved refuses where the name denotes nothing known: what does not parse or check may
// be a use that would keep the old name. The comparison cannot see it, since such a name stands
// for nothing before and after.
func (r *renaming) unresolved() error {
	for _, source := range r.importers {
		first, last := r.reach(source)
		for i := first; i <= last; i++ {
			item := source.File.Item(i)
			if !strings.Contains(item.Text, r.written()) {
				continue
			}
			result, err := r.finder.Snapshot.Result(source.Path, i)
			if err != nil {
				return err
			}
			if at, ok := r.unknown(result.Info); ok {
				return fmt.Errorf("`%s` on %s is not resolved; fix that line first",
					item.Text[at.Start:at.End], lineOf(source, source.Absolute(i, at)))
			}
		}
	}
	return nil
}

// reach are the items of a file in which the name may denote the object, the
// first and the last: for a variable its own, and those after it that would
// belong to it if the brackets between them were right.
func (r *renaming) reach(source *workspace.Source) (first, last int) {
	file := source.File
	if !reference.IsLocal(r.object) {
		return 0, file.Len() - 1
	}
	first, ok := source.Index(r.object.Item)
	if !ok {
		return 0, -1
	}
	last = first
	for last+1 < file.Len() && isStray(file.Item(last+1), last > first || len(file.Item(first).Errors) > 0) {
		last++
	}
	return first, last
}

// isStray reports whether an item may be a part of one before it: it does not
// parse, or is an expression after what does not.
func isStray(item *syntax.Item, behind bool) bool {
	return len(item.Errors) > 0 || behind && item.Kind(item.Root) == syntax.ItemExpr
}

// written is what every place of the name holds.
func (r *renaming) written() string { return strings.TrimPrefix(r.object.Name, "%") }

func lineOf(source *workspace.Source, at syntax.Span) string {
	return fmt.Sprintf("line %d of %s", source.Position(at.Start).Line, source.Name)
}

// unknown finds a place of the name in an item that is resolved to nothing: a
// node, or a token that is in no node.
func (r *renaming) unknown(info *typecheck.Info) (syntax.Span, bool) {
	item, known := info.Item, map[int32]bool{}
	fixed := nameless(item)
	for n := syntax.NodeID(1); int(n) < item.Len(); n++ {
		if !reference.IsName(item.Kind(n)) {
			continue
		}
		span := reference.HeadSpan(item, n)
		known[span.Start] = true
		if r.spells(item.Text[span.Start:span.End]) && info.Object(n) == nil && !fixed[n] {
			return span, true
		}
	}
	if len(item.Errors) == 0 {
		return syntax.Span{}, false
	}
	for _, t := range syntax.Lex(item.Text) {
		text := item.Text[t.Start:t.End]
		if !known[t.Start] && r.spells(text) {
			return t.Span, true
		}
		if at := wordIn(text, r.object.Name); t.Kind == syntax.TokBad && at >= 0 {
			return syntax.Span{Start: t.Start + int32(at), End: t.Start + int32(at+len(r.object.Name))}, true
		}
	}
	return syntax.Span{}, false
}

// wordIn finds a name in a text that is no program, such as what follows
// a quote that is never closed; -1 where it is not in it.
func wordIn(text, name string) int {
	for from := 0; ; {
		at := strings.Index(text[from:], name)
		if at < 0 {
			return -1
		}
		at += from
		end := at + len(name)
		inWord := end < len(text) && isNameByte(text[end]) || at > 0 && isNameByte(name[0]) && isNameByte(text[at-1])
		if !inWord {
			return at
		}
		from = end
	}
}

// spells reports whether a word could be the name, or the beginning of it. A
// variable may be written without its sigil.
func (r *renaming) spells(word string) bool {
	name := r.object.Name
	if r.object.Kind == typecheck.LocalObject {
		if word == name[1:] {
			return true
		}
		name = name[:len(name)-len(strings.TrimLeft(name[1:], nameLetters))]
	}
	return word == name
}

const nameLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"

// nameless are the names in an item that denote nothing declared, or whose
// declaration they are: of arguments, of constructors.
func nameless(item *syntax.Item) map[syntax.NodeID]bool {
	found := map[syntax.NodeID]bool{}
	for n := syntax.NodeID(1); int(n) < item.Len(); n++ {
		switch item.Kind(n) {
		case syntax.NamedArg:
			found[item.NamedArg(n).Name] = true
		case syntax.Constructor:
			found[item.Constructor(n).Name] = true
		}
	}
	return found
}

// verify applies the edits in a snapshot of their own and compares what each name stands for
// there with what it represents now (see comparison). Files that cannot see the object are not
// compared: no name in them can represent it before or after.
func (r *renaming) verify(ctx context.Context, edits []workspace.Edit) error {
	after := r.finder.Snapshot.With(r.texts(edits))
	for _, source := range r.importers {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		next, err := after.Source(source.Path)
		if err != nil {
			return err
		}
		c := comparison{
			renaming: r, before: newResolution(r.finder.Snapshot, source), after: newResolution(after, next),
		}
		if err := c.files(); err != nil {
			return err
		}
	}
	return nil
}

// texts are those of the files after the edits, by path.
func (r *renaming) texts(edits []workspace.Edit) map[string]string {
	bySource := map[*workspace.Source][]workspace.Edit{}
	for _, e := range edits {
		bySource[e.Source] = append(bySource[e.Source], e)
	}
	texts := map[string]string{}
	for source, list := range bySource {
		text := sourcefile.ApplyEdits(source.Text(), list)
		texts[source.Path], texts[r.finder.Snapshot.RealPath(source.Path)] = text, text
	}
	return texts
}
