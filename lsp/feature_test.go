package lsp_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"go.lsp.dev/uri"
	"golang.org/x/tools/txtar"

	"github.com/fraccheck/fraccheck/lsp"
)

var update = flag.Bool("update", false, "write the server's answers into the archives")

// TestFeatures runs testdata/*.txtar. The files of an archive make a folder;
// `«name»` in them marks a position and is taken out. The comment holds one
// request a line: what is asked, then a marker or, for a whole file, its name.
// The file `want` holds the answers.
func TestFeatures(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for i, p := range paths {
		encodings := []string{"utf-8", "utf-16", "utf-32"}
		if testing.Short() {
			encodings = encodings[i%3:][:1]
		}
		for _, encoding := range encodings {
			t.Run(strings.TrimSuffix(filepath.Base(p), ".txtar")+"/"+encoding, func(t *testing.T) {
				runArchive(t, p, encoding)
			})
		}
	}
}

func runArchive(t *testing.T, path, encoding string) {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	f := newFolder(t, archive, encoding)
	var got bytes.Buffer
	for line := range strings.Lines(string(archive.Comment)) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		request, of, _ := strings.Cut(line, " ")
		fmt.Fprintf(&got, "> %s\n", line)
		ask := requests[request]
		if ask == nil {
			t.Fatalf("no request is called %q; the words are in feature_test.go", request)
		}
		ask(f, &got, of)
	}
	f.compare(path, archive, got.Bytes())
}

// requests are the first words of the lines.
var requests = map[string]func(f *folder, out io.Writer, of string){
	"diagnostics": (*folder).diagnostics,
	"hover":       (*folder).hover,
	"definition":  (*folder).definition,
	"highlight":   (*folder).highlight,
	"references":  (*folder).references,
	"symbols":     (*folder).symbols,
	"actions":     (*folder).actions,

	"rename":           (*folder).rename,
	"preparerename":    (*folder).prepareRename,
	"typedefinition":   (*folder).typeDefinition,
	"declaration":      (*folder).declaration,
	"implementation":   (*folder).implementation,
	"workspacesymbols": (*folder).workspaceSymbols,
	"callhierarchy":    (*folder).callHierarchy,
	"typehierarchy":    (*folder).typeHierarchy,
	"links":            (*folder).links,
	"folding":          (*folder).folding,
	"selection":        (*folder).selection,
	"linked":           (*folder).linked,
	"filerename":       (*folder).fileRename,
	"hints":            (*folder).hints,
	"results":          (*folder).results,
	"hintrange":        (*folder).hintRange,
	"resolvehints":     (*folder).resolveHints,
	"tokens":           (*folder).semanticTokens,
	"tokenrange":       (*folder).tokenRange,
	"tokendelta":       (*folder).tokenDelta,
	"complete":         (*folder).complete,
	"resolve":          (*folder).resolve,
	"signature":        (*folder).signature,
	"format":           (*folder).format,
	"formatrange":      (*folder).formatRange,
	"formatranges":     (*folder).formatRanges,
	"type":             (*folder).typed,
	"choose":           (*folder).choose,
	"select":           (*folder).selectRange,
	"lenses":           (*folder).lenses,
	"run":              (*folder).run,
	"call":             (*folder).callOf,
	"arguments":        (*folder).callArguments,
	"sequential":       (*folder).sequential,
	"test":             (*folder).test,
	"examples":         (*folder).testExamples,
	"show":             (*folder).showReferences,
	"value":            (*folder).value,
	"part":             (*folder).part,
	"compare":          (*folder).compareValue,
	"tests":            (*folder).tests,
	"graph":            (*folder).graph,
	"cost":             (*folder).cost,
	"measure":          (*folder).measure,
	"matches":          (*folder).matches,
	"formplaces":       (*folder).formPlaces,
	"tree":             (*folder).typeTree,
	"treeof":           (*folder).treeOf,
	"replace":          (*folder).substitute,
	"configure":        (*folder).configure,
	"warned":           (*folder).warned,
	"closed":           (*folder).closed,
	"pull":             (*folder).pull,
	"pull-all":         (*folder).pullAll,
	"content":          (*folder).content,
	"put":              (*folder).put,
	"remove":           (*folder).remove,
	"open":             (*folder).openFile,
	"close":            (*folder).closeFile,
	"folders":          (*folder).folders,
}

// A folder is an archive on disk, opened in a server.
type folder struct {
	*wire
	dir      string
	encoding string
	texts    map[string]string // by name, without markers
	markers  map[string]marker
	handle   string // of the last value that was asked for
}

type marker struct {
	file   string
	offset int
}

var mark = regexp.MustCompile(`«(\w+)»`)

// newFolder writes the files and opens those that hold markers or are asked
// about.
func newFolder(t *testing.T, archive *txtar.Archive, encoding string) *folder {
	f := &folder{wire: pipe(t), dir: t.TempDir(), encoding: encoding, texts: map[string]string{}, markers: map[string]marker{}}
	for _, file := range archive.Files {
		if file.Name != "want" {
			f.add(file.Name, string(file.Data))
		}
	}
	f.initialize(f.uri(""), encoding)
	for name, text := range f.texts {
		if f.isAsked(name, string(archive.Comment)) {
			f.open(f.uri(name), 1, text)
		}
	}
	return f
}

func (f *folder) add(name, text string) {
	for at := mark.FindStringSubmatchIndex(text); at != nil; at = mark.FindStringSubmatchIndex(text) {
		f.markers[text[at[2]:at[3]]] = marker{name, at[0]}
		text = text[:at[0]] + text[at[1]:]
	}
	f.texts[name] = text
	full := filepath.Join(f.dir, name)
	if err := os.MkdirAll(filepath.Dir(full), 0o777); err != nil {
		f.t.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(text), 0o666); err != nil {
		f.t.Fatal(err)
	}
}

func (f *folder) isAsked(name, comment string) bool {
	for _, m := range f.markers {
		if m.file == name {
			return true
		}
	}
	return strings.Contains(comment, " "+name+"\n")
}

func (f *folder) uri(name string) string { return string(uri.File(filepath.Join(f.dir, name))) }

// at is the parameters of a request on a marker.
func (f *folder) at(name string) map[string]any {
	m, ok := f.markers[name]
	if !ok {
		f.t.Fatalf("there is no marker «%s»", name)
	}
	before := f.texts[m.file][:m.offset]
	line := before[strings.LastIndexByte(before, '\n')+1:]
	return at(f.uri(m.file), strings.Count(before, "\n"), f.units(line))
}

// units counts the columns of a text in the encoding of the conversation.
func (f *folder) units(line string) int {
	switch f.encoding {
	case "utf-8":
		return len(line)
	case "utf-16":
		return len(utf16.Encode([]rune(line)))
	}
	return len([]rune(line))
}

// show writes a place with the text that is there, so that all encodings give
// the same answers.
func (f *folder) show(l location) string {
	full := uri.URI(l.URI).FsPath()
	name, err := filepath.Rel(f.dir, full)
	if err != nil || !filepath.IsLocal(name) {
		name = filepath.Base(full)
	}
	data, err := os.ReadFile(full)
	if err != nil {
		f.t.Fatal(err)
	}
	text := strings.TrimPrefix(string(data), "\ufeff") // editors do not count it
	start, end := f.byteAt(text, l.Range.Start), f.byteAt(text, l.Range.End)
	found := strings.Split(string(text[start:end]), "\n")
	if len(found) > 1 {
		found[0] += "…"
	}
	return fmt.Sprintf("%s:%d:%d `%s`", path.Clean(filepath.ToSlash(name)), l.Range.Start.Line+1, column(string(text), start), found[0])
}

func column(text string, offset int) int {
	return len([]rune(text[strings.LastIndexByte(text[:offset], '\n')+1:offset])) + 1
}

// byteAt finds a position in a text by counting.
func (f *folder) byteAt(text string, p position) int {
	offset := 0
	for range p.Line {
		offset += strings.IndexByte(text[offset:], '\n') + 1
	}
	for i := range text[offset:] {
		if f.units(text[offset:offset+i]) == p.Character {
			return offset + i
		}
	}
	return len(text)
}

func (f *folder) diagnostics(out io.Writer, name string) {
	for _, d := range f.published(f.uri(name), 1).Diagnostics {
		fmt.Fprintf(out, "%s %d %s", f.show(location{f.uri(name), d.Range}), d.Severity, d.Code)
		if len(d.Tags) > 0 {
			fmt.Fprintf(out, " tags %v", d.Tags)
		}
		fmt.Fprintf(out, "\n%s", indent(d.Message))
		for _, r := range d.RelatedInformation {
			fmt.Fprintf(out, "  at %s: %s\n", f.show(r.Location), r.Message)
		}
		if d.Data != nil {
			fmt.Fprintf(out, "  data %s\n", d.Data)
		}
		if d.Code != "" && (d.CodeDescription == nil || path.Base(d.CodeDescription.Href) != d.Code+".md") {
			f.t.Errorf("the code %s has no description", d.Code)
		}
	}
}

func indent(text string) string {
	return "  " + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n  ") + "\n"
}

func (f *folder) hover(out io.Writer, of string) {
	var found *struct {
		Contents struct{ Kind, Value string }
		Range    span
	}
	decode(f.t, f.result("textDocument/hover", f.at(of)), &found)
	if found == nil {
		fmt.Fprintln(out, "nothing")
		return
	}
	fmt.Fprintf(out, "%s\n%s", f.show(location{f.uri(f.markers[of].file), found.Range}), indent(found.Contents.Value))
}

func (f *folder) definition(out io.Writer, of string) {
	answer := f.result("textDocument/definition", f.at(of))
	var found []location
	if bytes.HasPrefix(answer, []byte("[")) {
		decode(f.t, answer, &found)
	} else if string(answer) != "null" {
		found = make([]location, 1)
		decode(f.t, answer, &found[0])
	}
	if len(found) == 0 {
		fmt.Fprintln(out, "nothing")
	}
	for _, at := range found {
		fmt.Fprintln(out, f.show(at))
	}
}

func (f *folder) highlight(out io.Writer, of string) {
	var found []struct {
		Range span
		Kind  int
	}
	decode(f.t, f.result("textDocument/documentHighlight", f.at(of)), &found)
	for _, h := range found {
		kind := map[int]string{2: "read", 3: "write"}[h.Kind]
		fmt.Fprintln(out, f.show(location{f.uri(f.markers[of].file), h.Range}), kind)
	}
}

func (f *folder) references(out io.Writer, of string) {
	params := f.at(of)
	params["context"] = map[string]any{"includeDeclaration": true}
	var found []location
	decode(f.t, f.result("textDocument/references", params), &found)
	var lines []string
	for _, l := range found {
		lines = append(lines, f.show(l))
	}
	slices.Sort(lines)
	fmt.Fprintln(out, strings.Join(lines, "\n"))
}

// symbol is one of a tree of symbols.
type symbol struct {
	Name           string
	Kind           int
	Detail         string
	SelectionRange span
	Children       []symbol
}

func (f *folder) symbols(out io.Writer, name string) {
	var found []symbol
	decode(f.t, f.result("textDocument/documentSymbol", map[string]any{"textDocument": document(f.uri(name))}), &found)
	f.showSymbols(out, name, found, "")
}

func (f *folder) showSymbols(out io.Writer, name string, symbols []symbol, margin string) {
	for _, s := range symbols {
		fmt.Fprintf(out, "%s%s %d %s %s\n", margin, s.Name, s.Kind, s.Detail, f.show(location{f.uri(name), s.SelectionRange}))
		f.showSymbols(out, name, s.Children, margin+"  ")
	}
}

func (f *folder) actions(out io.Writer, of string) {
	params := f.at(of)
	params["range"] = span{params["position"].(position), params["position"].(position)}
	params["context"] = map[string]any{"diagnostics": []int{}}
	delete(params, "position")
	var found []struct {
		Title, Kind string
		IsPreferred bool
		Edit        struct {
			DocumentChanges []struct {
				TextDocument struct {
					URI     string
					Version int
				}
				Edits []struct {
					Range   span
					NewText string
				}
			}
		}
	}
	decode(f.t, f.result("textDocument/codeAction", params), &found)
	for _, a := range found {
		fmt.Fprintf(out, "%s %s (preferred: %v)\n", a.Kind, a.Title, a.IsPreferred)
		for _, d := range a.Edit.DocumentChanges {
			for _, e := range d.Edits {
				fmt.Fprintf(out, "  version %d %s → %q\n", d.TextDocument.Version, f.show(location{d.TextDocument.URI, e.Range}), e.NewText)
			}
		}
	}
}

// compare holds the answers against the archive's, or writes them.
func (f *folder) compare(path string, archive *txtar.Archive, got []byte) {
	i := slices.IndexFunc(archive.Files, func(file txtar.File) bool { return file.Name == "want" })
	if i < 0 {
		archive.Files = append(archive.Files, txtar.File{Name: "want"})
		i = len(archive.Files) - 1
	}
	if bytes.Equal(archive.Files[i].Data, got) {
		return
	}
	if !*update {
		f.t.Errorf("%s: the server answers\n%s\nwant\n%s", path, got, archive.Files[i].Data)
		return
	}
	archive.Files[i].Data = got
	if err := os.WriteFile(path, txtar.Format(archive), 0o666); err != nil {
		f.t.Fatal(err)
	}
}

// pipe is a conversation with a server in this process.
func pipe(t testing.TB) *wire {
	return converse(t, func(client io.ReadWriteCloser) error {
		return lsp.Serve(context.Background(), client, io.Discard, lsp.Options{Worker: workerOf("serves")})
	})
}

// converse runs a server until the test ends.
func converse(t testing.TB, serve func(io.ReadWriteCloser) error) *wire {
	toServer, fromClient := io.Pipe()
	toClient, fromServer := io.Pipe()
	done := make(chan error, 1)
	go func() { done <- serve(rwc{toServer, fromServer}) }()
	t.Cleanup(func() {
		fromClient.Close()
		toClient.Close()
		<-done
	})
	return newWire(t, toClient, fromClient)
}

type rwc struct {
	*io.PipeReader
	*io.PipeWriter
}

func (c rwc) Close() error { return c.PipeReader.Close() }
