package typecheck_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/prelude"
	"github.com/fraccheck/fraccheck/internal/progen"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// TestCheckersKeepNothing holds that nothing of an item is left in the checker that the
// next one gets: items say the same after others, of their file and of other files, and
// before them, as where each has a checker of its own.
func TestCheckersKeepNothing(t *testing.T) {
	texts := append([]string{"def @f(%x : int32) -> int32 { %x }\n%x\n"}, checktest.Texts(t, "testdata/*.*")...)
	for seed := range uint64(20) {
		texts = append(texts, strings.ReplaceAll(progen.Make(seed).Text, "True", "2"))
	}
	shared := newPrelude()
	for round := range 2 {
		for k, text := range texts {
			forward, backward := toldIn(text, shared, false), toldIn(text, shared, true)
			if !slices.Equal(forward, backward) {
				t.Fatalf("program %d, round %d: the order of checks matters:\n%s\n\n%s", k, round, strings.Join(forward, "\n"), strings.Join(backward, "\n"))
			}
			if round > 0 {
				continue
			}
			for i := range forward {
				if alone := toldAlone(text, i); alone != forward[i] {
					t.Fatalf("program %d, item %d: alone it says\n%s\n\nand after others\n%s", k, i, alone, forward[i])
				}
			}
		}
	}
}

func newPrelude() *typecheck.Module {
	return typecheck.NewModule(typecheck.Config{File: syntax.ParseFile(prelude.Name, prelude.Source), Ops: ops})
}

// toldIn is what the checks of a text's items say, in the order of the file or from its
// end.
func toldIn(text string, prelude *typecheck.Module, backward bool) []string {
	file := syntax.ParseFile("program.frac", text)
	m := typecheck.NewModule(typecheck.Config{File: file, Prelude: prelude, Ops: ops})
	out := make([]string, file.Len())
	for k := range out {
		i := k
		if backward {
			i = len(out) - 1 - k
		}
		out[i] = told(m.Check(i))
	}
	return out
}

// toldAlone is what the check of one item says where no other item was checked before.
func toldAlone(text string, i int) string {
	file := syntax.ParseFile("program.frac", text)
	m := typecheck.NewModule(typecheck.Config{File: file, Prelude: newPrelude(), Ops: ops})
	return told(m.Check(i))
}

// told writes a result down.
func told(r *typecheck.Result) string {
	var b strings.Builder
	for n := range syntax.NodeID(r.Item.Len()) {
		if t := r.Type(n); t != nil {
			fmt.Fprintf(&b, "%d: %s\n", n, types.String(t))
		}
		for _, c := range r.Conversions(n) {
			fmt.Fprintf(&b, "%d: from %s to %s\n", n, types.String(c.From), types.String(c.To))
		}
		if o := r.Object(n); o != nil {
			fmt.Fprintf(&b, "%d is %s\n", n, o.Name)
		}
		if call := r.OperatorCall(n); call != nil {
			fmt.Fprintf(&b, "%d calls %s %v %s\n", n, call.Op.Name, call.Args, call.Attrs.String())
		}
	}
	fmt.Fprintln(&b, r.Split, r.Agree, r.Differ)
	for _, d := range r.Diagnostics {
		fmt.Fprintln(&b, d.Code, d.Severity, d.Span, d.Message, d.Notes, d.Fixes)
	}
	return b.String()
}
