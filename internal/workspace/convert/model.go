package convert

import (
	"context"
	"fmt"
	"io"
	"path"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// A ModelFile is a program file for a model, whose constants are in a file beside it.
type ModelFile struct {
	Text  string
	model *model.Program
	kept  []int // the constants that the text has, in the order of their numbers there
}

// Model makes a program file of the model at a path, to be written to another path: the program
// that represents the model, with a definition for each repeated block, and the section that names
// the file of its constants.
func Model(ctx context.Context, s *workspace.Snapshot, path, program, constants string) (*ModelFile, error) {
	source, err := s.Source(path)
	if err != nil {
		return nil, err
	}
	plain := newModelFile(source.Model, source.Model.Text, constants)
	tidy := newModelFile(source.Model, tidied(source.Model.Text), constants)
	text, ok, err := foldedText(s.With(map[string]string{program: tidy.Text}), program)
	if err != nil {
		return nil, err
	}
	candidates := []*ModelFile{tidy}
	if ok {
		folded := *tidy
		folded.Text = text
		candidates = []*ModelFile{&folded, tidy}
	}
	for _, file := range candidates {
		if same, err := sameDefinition(ctx, s, program, plain.Text, file.Text); err != nil || same {
			return file, err
		}
	}
	return plain, nil
}

// HasConstants reports whether there is anything for the file of the constants.
func (f *ModelFile) HasConstants() bool { return len(f.kept) > 0 }

// foldedText is a program with a definition for each block of statements that repeats; not ok
// where none does.
func foldedText(s *workspace.Snapshot, program string) (text string, ok bool, err error) {
	source, err := s.Source(program)
	if err != nil {
		return "", false, err
	}
	results, err := s.Results(program)
	if err != nil {
		return "", false, err
	}
	taken := map[string]bool{}
	for _, item := range source.File.All() {
		if name := item.Declared(); name != syntax.NoNode {
			taken[item.SourceText(name)] = true
		}
	}
	name := func() string {
		at := "@block"
		for n := 2; taken[at]; n++ {
			at = "@block_" + strconv.Itoa(n)
		}
		taken[at] = true
		return at
	}
	var out strings.Builder
	at := int32(0)
	for i, item := range source.File.All() {
		folded, definitions, repeats := foldRepeats(item, results(i).Info, name)
		if !repeats {
			continue
		}
		start := source.File.Start(i)
		end := start + item.Span(item.Root).End
		out.WriteString(source.Text()[at:start] + folded + "\n\n" + strings.TrimRight(definitions, "\n"))
		at, ok = end, true
	}
	out.WriteString(source.Text()[at:])
	return out.String(), ok, nil
}

// sameDefinition reports whether two texts of a program have no errors that one of them has not,
// and give their last definitions, which represent the graph, the same type.
func sameDefinition(ctx context.Context, s *workspace.Snapshot, program, before, after string) (bool, error) {
	var faults [2]int
	var signatures [2]string
	for k, text := range []string{before, after} {
		next := s.With(map[string]string{program: text})
		report, err := next.Check(ctx, []string{program})
		if err != nil {
			return false, err
		}
		for _, f := range report.Findings {
			if f.OfProgram() {
				faults[k]++
			}
		}
		module, err := next.Module(program)
		if err != nil {
			return false, err
		}
		for i := range module.Items() {
			if name, t, ok := module.Signature(i); ok && name == "@main" && t != nil {
				signatures[k] = types.String(t)
			}
		}
	}
	return faults[0] == faults[1] && signatures[0] == signatures[1], nil
}

// newModelFile numbers the constants that a text has, and adds the section that names their file.
func newModelFile(m *model.Program, text, constants string) *ModelFile {
	f := &ModelFile{model: m}
	numbers := map[int]int{}
	var b strings.Builder
	note, at := false, int32(0)
	metas := metasOf(text)
	for _, e := range metas {
		if _, known := numbers[e.number]; !known {
			numbers[e.number] = -1
			f.kept = append(f.kept, e.number)
		}
	}
	slices.Sort(f.kept)
	for i, number := range f.kept {
		numbers[number] = i
	}
	head := headOf(text)
	for _, e := range metas {
		if !note && e.at.Start >= head {
			b.WriteString(text[at:head] + "// Its constants are in " + strconv.Quote(constants) + ", which the end of this file names.\n")
			note, at = true, head
		}
		b.WriteString(text[at:e.at.Start] + "meta[" + model.ConstantKind + "][" + strconv.Itoa(numbers[e.number]) + "]")
		at = e.at.End
	}
	b.WriteString(text[at:])
	if len(f.kept) > 0 {
		b.WriteString("\n#[metadata]\n" + strconv.Quote(constants) + "\n")
	}
	f.Text = b.String()
	return f
}

// headOf is the length of the comments that a text begins with.
func headOf(text string) int32 {
	end := 0
	for strings.HasPrefix(text[end:], "//") {
		next := strings.IndexByte(text[end:], '\n')
		if next < 0 {
			break
		}
		end += next + 1
	}
	return int32(end)
}

// A metaPlace is a constant in a text.
type metaPlace struct {
	at     syntax.Span
	number int
}

// metasOf finds the constants in a text.
func metasOf(text string) (found []metaPlace) {
	for _, t := range syntax.Lex(text) {
		index, is := strings.CutPrefix(text[t.Start:t.End], "meta["+model.ConstantKind+"][")
		n, err := strconv.Atoi(strings.TrimSuffix(index, "]"))
		if t.Kind == syntax.TokMeta && is && err == nil {
			found = append(found, metaPlace{t.Span, n})
		}
	}
	return found
}

// WriteConstants writes the constants as an .npz file, in the order of their numbers. One is in
// memory at a time.
func (f *ModelFile) WriteConstants(w io.Writer) error {
	defer runtime.KeepAlive(f.model)
	archive, taken := value.NewNPZWriter(w), map[string]bool{}
	for i, number := range f.kept {
		c := f.model.Constant(number)
		a, err := c.Load()
		if err != nil {
			return fmt.Errorf("constant %d: %w", i, err)
		}
		if err := archive.Write(memberName(c.Name, i, taken), a); err != nil {
			return err
		}
	}
	return archive.Close()
}

// longestMember is the length of names in archives.
const longestMember = 1 << 10

// memberName is a name of constant i that the archive has not yet: its own as far as that leads
// nowhere when somebody unpacks the archive.
func memberName(name string, i int, taken map[string]bool) string {
	unfit := func(r rune) bool { return r < ' ' || r == 0x7f || r == '\\' || r == ':' }
	name = strings.TrimPrefix(path.Clean("/"+name), "/")
	if name == "" || len(name) > longestMember || !utf8.ValidString(name) || strings.ContainsFunc(name, unfit) {
		name = "constant_" + strconv.Itoa(i)
	}
	for base, n := name, 2; taken[strings.ToLower(name)]; n++ {
		name = base + "_" + strconv.Itoa(n)
	}
	taken[strings.ToLower(name)] = true
	return name
}
