package rules

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/pattern/rulefile"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// Renamable returns why the name of a word cannot be changed; nil where it can.
func Renamable(w *rulefile.Word) error {
	switch {
	case w == nil:
		return fmt.Errorf("there is no name here that could be changed")
	case w.Kind == rulefile.OperatorWord:
		return fmt.Errorf("`%s` is an operator of the language", w.Name)
	case !w.Declared:
		return fmt.Errorf("`%s` is no name that this file gives", w.Name)
	}
	return nil
}

// Rename are the edits of a file that give the thing a word denotes another name.
// The text that they leave is read: it must say the same, but for the name.
//
// The edits are verified by parsing the result (keeps), as those of programs are by checking it.
func Rename(f *rulefile.File, w *rulefile.Word, name string) ([]syntax.Edit, error) {
	if err := Renamable(w); err != nil {
		return nil, err
	}
	if !isName(name) {
		return nil, fmt.Errorf("`%s` is no name of a rule file: a name is made of letters, digits and `_`, and begins with no digit", name)
	}
	var edits []syntax.Edit
	for _, span := range Same(f, w) {
		edits = append(edits, syntax.Edit{Span: span, NewText: name})
	}
	return edits, keeps(f, w, edits, name)
}

// isName reports whether a text can be a name.
func isName(text string) bool {
	for i, c := range text {
		switch {
		case c == '_', 'a' <= c|0x20 && c|0x20 <= 'z':
		case '0' <= c && c <= '9' && i > 0:
		default:
			return false
		}
	}
	return text != "" && text != "_" && text != "it"
}

// keeps compares the file with the one that edits leave, word by word: the kinds are the same,
// the names are but for the renamed one, and each declaration is where the old one has moved.
// Then each word denotes the same, whatever the scopes of rule files are.
func keeps(f *rulefile.File, w *rulefile.Word, edits []syntax.Edit, name string) error {
	after := rulefile.Parse(f.Name, syntax.ApplyEdits(f.Text, edits))
	clash := fmt.Errorf("`%s` cannot be called `%s`: that name means something else here", w.Name, name)
	if len(after.Words) != len(f.Words) || errorsIn(after) > errorsIn(f) {
		return clash
	}
	moved := mover(edits)
	for i := range f.Words {
		a, b := f.Words[i], after.Words[i]
		want := a.Name
		if same(&a, w) {
			want = name
		}
		if a.Kind != b.Kind || b.Name != want || a.Declared != b.Declared || a.Declared && moved(a.Declaration.Start) != b.Declaration.Start {
			return clash
		}
	}
	return nil
}

// mover computes where edits, which are in order, leave the offset before a word.
//
// It is a prefix sum of the changes of length, searched by binary search: O(log edits) an offset.
func mover(edits []syntax.Edit) func(int32) int32 {
	shifts := make([]int32, len(edits)+1)
	for i, e := range edits {
		shifts[i+1] = shifts[i] + int32(len(e.NewText)) - e.Span.Len()
	}
	return func(at int32) int32 {
		low, high := 0, len(edits)
		for low < high {
			if mid := (low + high) / 2; edits[mid].Span.Start < at {
				low = mid + 1
			} else {
				high = mid
			}
		}
		return at + shifts[low]
	}
}

func errorsIn(f *rulefile.File) (n int) {
	for _, d := range f.Diagnostics {
		if d.Severity == codes.Error {
			n++
		}
	}
	return n
}

// Called are the rules of a name in a file. A lint and the rewrite that fixes it share
// theirs.
func Called(f *rulefile.File, name string) []*pattern.Rule {
	var found []*pattern.Rule
	for _, r := range f.Rules {
		if r.Name == name {
			found = append(found, r)
		}
	}
	return found
}
