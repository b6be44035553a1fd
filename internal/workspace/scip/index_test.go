package scip_test

import (
	"bytes"
	"cmp"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/fraccheck/fraccheck/internal/op/table"
	"github.com/fraccheck/fraccheck/internal/prelude"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/reference"
	"github.com/fraccheck/fraccheck/internal/workspace/scip"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
	"github.com/fraccheck/fraccheck/typecheck"
)

// An occurrence is a name of an index: where it is, as a text, and whether it declares.
type occurrence struct {
	file, text string
	line       int
	declares   bool
}

// fields are the fields of a message, by number.
func fields(t *testing.T, m []byte) map[protowire.Number][][]byte {
	t.Helper()
	found := map[protowire.Number][][]byte{}
	for len(m) > 0 {
		number, kind, n := protowire.ConsumeTag(m)
		if n < 0 {
			t.Fatal("no tag: ", protowire.ParseError(n))
		}
		m = m[n:]
		var value []byte
		switch kind {
		case protowire.BytesType:
			value, n = protowire.ConsumeBytes(m)
		case protowire.VarintType:
			var v uint64
			v, n = protowire.ConsumeVarint(m)
			value = protowire.AppendVarint(nil, v)
		default:
			t.Fatal("a field is of kind ", kind)
		}
		if n < 0 {
			t.Fatal("no value: ", protowire.ParseError(n))
		}
		m = m[n:]
		found[number] = append(found[number], value)
	}
	return found
}

func one(values [][]byte) string {
	if len(values) == 0 {
		return ""
	}
	return string(values[0])
}

func integers(packed []byte) (ns []int) {
	for len(packed) > 0 {
		v, n := protowire.ConsumeVarint(packed)
		ns, packed = append(ns, int(v)), packed[n:]
	}
	return ns
}

// occurrences reads an index: the names of each symbol, those of variables by file.
func occurrences(t *testing.T, index []byte, texts map[string]string) (found map[string][]occurrence, described map[string]bool) {
	t.Helper()
	found, described = map[string][]occurrence{}, map[string]bool{}
	whole := fields(t, index)
	for _, external := range whole[3] {
		described[one(fields(t, external)[1])] = true
	}
	for _, document := range whole[2] {
		d := fields(t, document)
		file := one(d[1])
		lines := strings.Split(texts[file], "\n")
		for _, info := range d[3] {
			described[one(fields(t, info)[1])] = true
		}
		for _, o := range d[2] {
			f := fields(t, o)
			at, symbol := integers(f[1][0]), one(f[2])
			if strings.HasPrefix(symbol, "local ") {
				symbol = file + " " + symbol
			}
			text := ""
			if len(at) == 3 {
				text = lines[at[0]][at[1]:at[2]]
			}
			roles := 0
			if len(f[3]) > 0 {
				roles = integers(f[3][0])[0]
			}
			found[symbol] = append(found[symbol], occurrence{file, text, at[0], roles&1 != 0})
		}
	}
	return found, described
}

// examples are the programs in the examples of the repository.
func examples(t *testing.T) (root string, paths []string, texts map[string]string) {
	t.Helper()
	root, err := filepath.Abs("../../../examples")
	if err != nil {
		t.Fatal(err)
	}
	texts = map[string]string{}
	for _, pattern := range []string{"*.frac", "*.relay"} {
		found, _ := filepath.Glob(filepath.Join(root, pattern))
		paths = append(paths, found...)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		texts[filepath.Base(path)] = string(text)
	}
	if len(paths) < 10 {
		t.Fatalf("there are %d examples", len(paths))
	}
	return root, paths, texts
}

// TestAgainstReferences holds the index of the examples against what finding references finds:
// each name that declares something has the same occurrences in both.
func TestAgainstReferences(t *testing.T) {
	root, paths, texts := examples(t)
	snapshot := workspace.Open(workspace.Options{Root: root, Files: workspace.Disk{}})
	var index bytes.Buffer
	o := scip.Options{Snapshot: snapshot, Paths: paths, Root: root, Project: "examples", Version: "test", Operators: table.Default()}
	if err := scip.Write(context.Background(), &index, o); err != nil {
		t.Fatal(err)
	}
	found, described := occurrences(t, index.Bytes(), texts)
	preludeFile := sourcefile.New("/"+prelude.Name, prelude.Name, prelude.Source)
	finder := &reference.Finder{
		Snapshot: snapshot, Prelude: func() *workspace.Source { return preludeFile }, Programs: func() []string { return paths },
		Check: func(source *workspace.Source, i int) (*typecheck.Result, error) {
			results, err := snapshot.Results(source.Path)
			if err != nil {
				return nil, err
			}
			return results(i), nil
		},
	}
	compared := 0
	for symbol, names := range found {
		if !described[strings.TrimPrefix(symbol, names[0].file+" ")] {
			t.Errorf("%s is not described", symbol)
		}
		i := slices.IndexFunc(names, func(n occurrence) bool { return n.declares && n.text != "" })
		if i < 0 {
			continue
		}
		want := referencesTo(t, finder, snapshot, filepath.Join(root, names[i].file), names[i])
		if want == nil {
			continue // a constructor, whose declaration is no use in the typed tree
		}
		compared++
		order := func(a, b occurrence) int {
			return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.line, b.line), cmp.Compare(a.text, b.text))
		}
		slices.SortFunc(names, order)
		slices.SortFunc(want, order)
		if !slices.Equal(names, want) {
			t.Errorf("%s: the index has\n%v, and references are\n%v", symbol, names, want)
		}
	}
	if compared < 300 {
		t.Errorf("%d symbols were compared", compared)
	}
}

// referencesTo finds the uses of what a name declares.
func referencesTo(t *testing.T, finder *reference.Finder, snapshot *workspace.Snapshot, path string, name occurrence) (all []occurrence) {
	t.Helper()
	source, err := snapshot.Source(path)
	if err != nil {
		t.Fatal(err)
	}
	text := source.Text()
	start := 0
	for range name.line {
		start += strings.IndexByte(text[start:], '\n') + 1
	}
	at := strings.Index(text[start:], name.text)
	cursor, err := finder.At(source, int32(start+at))
	if err != nil || cursor == nil {
		return nil
	}
	o := cursor.Object()
	if o == nil || o.Kind == typecheck.ConstructorObject || strings.TrimPrefix(o.Name, "%") != strings.TrimPrefix(name.text, "%") {
		return nil
	}
	for _, uses := range finder.All(context.Background(), source, o) {
		for _, u := range uses.Uses {
			line, _ := u.Source.Lines.At(u.Span.Start)
			all = append(all, occurrence{filepath.Base(u.Source.Path), u.Source.Text()[u.Span.Start:u.Span.End], line - 1, u.Declares})
		}
	}
	return all
}
