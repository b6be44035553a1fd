package workspace

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/analysis/registry"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace/signature"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
	"github.com/fraccheck/fraccheck/typecheck"
)

// What a file shows to those that import it is its signature: heads of definitions with
// their types, declarations of types, and facts. Bodies are left out, but for those of
// definitions whose inferred type would not be read from text as it is, and of those that
// are inferred together with them. A file with errors of its syntax or types shows all of
// its text: anything that is concluded from it may rest on anything in it.
//
// Why a check against signatures finds what a check against texts finds: the type checker sees of
// an imported definition its head and its type, which a signature has as written or as inferred;
// analyzers see its facts, which it has too; a fact that it leaves out is the analyzer's Unknown,
// as it is with the text. What needs more (a cost contract or a lint rule that looks into a
// body) asks for the body, which is noted (Signed.ask) and refuses the check (MissingBodies). The
// digest of a signature covers the digests of those that it imports, so that it represents all
// that a file sees.
//
// Cost: one pass over the items, and the types and facts of each, which a check computes anyway.

// Showing is the same moment with nothing read, for checks of files whose signatures are
// given away: they count as imported.
func (s *Snapshot) Showing(paths []string) *Snapshot {
	fresh := s.Fresh()
	fresh.importedElsewhere = map[string]bool{}
	for _, path := range paths {
		fresh.importedElsewhere[s.realPath(path)] = true
	}
	return fresh
}

// Signatures are what the programs among files show. Documents and rules, which no program
// imports, have none.
func (s *Snapshot) Signatures(ctx context.Context, paths []string) ([]*signature.Program, error) {
	g := newSigner(ctx, newBreakage(s, noneKnown), registry.Carried())
	var found []*signature.Program
	names := map[string]bool{}
	for _, path := range paths {
		if sourcefile.IsRules(path) || sourcefile.IsDocument(path) {
			continue
		}
		p, err := g.sign(path)
		if err != nil {
			return nil, err
		}
		if !names[p.Name] {
			names[p.Name] = true
			found = append(found, p)
		}
	}
	return found, nil
}

// A signer makes signatures.
type signer struct {
	ctx      context.Context
	snapshot *Snapshot
	breakage *breakage
	known    Known
	carried  []*analysis.Analyzer // whose facts are reported
	outlines map[*entry]*outlined // that were made ahead
	made     map[*entry]*signature.Program
	digests  map[*entry]string
}

func newSigner(ctx context.Context, b *breakage, carried []*analysis.Analyzer) *signer {
	return &signer{ctx, b.snapshot, b, b.known, carried, map[*entry]*outlined{}, map[*entry]*signature.Program{}, map[*entry]string{}}
}

// sign makes the signature of the file at a path.
func (g *signer) sign(path string) (*signature.Program, error) {
	e, err := g.snapshot.linkedWithin(g.ctx, path)
	if unreadable := (*sourcefile.ReadError)(nil); errors.As(err, &unreadable) {
		return &signature.Program{Name: g.snapshot.Name(path), Unread: unreadable.Error()}, nil
	}
	if err != nil {
		return nil, err
	}
	return g.signature(e)
}

// signature is that of a file that is linked, made once.
func (g *signer) signature(e *entry) (*signature.Program, error) {
	if e.signed != nil {
		return e.signed.program, nil
	}
	if p := g.made[e]; p != nil {
		return p, nil
	}
	broken, err := g.breakage.of(g.ctx, e)
	if err != nil {
		return nil, err
	}
	p := &signature.Program{Name: e.source.Name}
	if broken != nil {
		p.Broken = broken.Names
		for _, at := range broken.Errors {
			p.Errors = append(p.Errors, signature.Error(at))
		}
	}
	if p.Imports, err = g.imports(e); err != nil {
		return nil, err
	}
	o := g.outlines[e]
	if o == nil {
		if o, err = outline(g.ctx, e, g.carried); err != nil {
			return nil, err
		}
	}
	p.Items, p.Whole = o.items, o.whole
	g.made[e] = p
	return p, nil
}

func (g *signer) imports(e *entry) (found []signature.Import, err error) {
	for _, i := range e.imports {
		written := e.written(i)
		if faults := e.faults[i.item]; faults != nil {
			found = append(found, signature.Import{Written: written, Fault: faults[0].Message})
			continue
		}
		digest, err := g.digest(i.target)
		if err != nil {
			return nil, err
		}
		found = append(found, signature.Import{Written: written, Name: i.target.source.Name, Digest: digest})
	}
	return found, nil
}

// digest is that of a file's signature; empty where that is not known.
func (g *signer) digest(e *entry) (string, error) {
	if digest, ok := g.digests[e]; ok {
		return digest, nil
	}
	digest, ok := g.known.Signature(e.path)
	if !ok {
		p, err := g.signature(e)
		if err != nil {
			return "", err
		}
		if p.Founded() {
			digest = p.Digest()
		}
	}
	g.digests[e] = digest
	return digest, nil
}

// An outlined file is what it shows of its own: items, or else the whole text.
type outlined struct {
	items []signature.Item
	whole *string
}

// outline cuts a file down to what it shows.
func outline(ctx context.Context, e *entry, carried []*analysis.Analyzer) (*outlined, error) {
	text := e.source.Text()
	whole := &outlined{whole: &text}
	if sound, err := e.sound(ctx); err != nil || !sound {
		return whole, err
	}
	o, found := newOutliner(e.module), &outlined{}
	for i := range e.source.File.Len() {
		item, shown := o.item(i)
		if !shown {
			continue
		}
		var err error
		if item.Facts, err = e.carriedFacts(ctx, i, carried); err != nil {
			return nil, err
		}
		found.items = append(found.items, item)
	}
	if !readsAs(found.items) {
		return whole, nil
	}
	return found, nil
}

// sound reports whether a file has no errors of its syntax and types.
func (e *entry) sound(ctx context.Context) (bool, error) {
	if len(e.faults) > 0 {
		return false, nil
	}
	for i, item := range e.source.File.All() {
		mistyped, err := e.mistyped(ctx, i)
		if err != nil || mistyped || len(item.Errors) > 0 {
			return false, err
		}
	}
	return true, nil
}

// mistyped reports whether an item has an error of its types.
func (e *entry) mistyped(ctx context.Context, i int) (bool, error) {
	if c := e.verified(i); c != nil {
		return c.mistyped, nil
	}
	r, err := e.module.CheckContext(ctx, i)
	return err == nil && hasError(r), err
}

// hasError reports whether the type checker found an error.
func hasError(r *typecheck.Result) bool {
	return slices.ContainsFunc(r.Diagnostics, func(d syntax.Diagnostic) bool { return d.Severity == codes.Error })
}

// carriedFacts are what analyzers say to importing files of the definition in an item. What
// is not known is left out.
func (e *entry) carriedFacts(ctx context.Context, i int, carried []*analysis.Analyzer) (found []signature.Fact, err error) {
	o := e.module.Object(i)
	if o == nil || o.Kind != typecheck.DefObject {
		return nil, nil
	}
	for _, a := range carried {
		f, err := e.facts.Fact(ctx, a, o)
		if err != nil {
			return nil, err
		}
		if !f.Equal(a.Facts.Unknown) {
			found = append(found, signature.Fact{Analyzer: a.Name, Words: a.Facts.Write(f)})
		}
	}
	return found, nil
}

// An outliner cuts items down to what they show.
type outliner struct {
	module  *typecheck.Module
	written map[int]typecheck.WrittenType
	kept    map[int]bool // whose bodies stay
}

func newOutliner(m *typecheck.Module) *outliner {
	o := &outliner{m, map[int]typecheck.WrittenType{}, map[int]bool{}}
	for i := range m.Items() {
		if !m.Inferred(i) {
			continue
		}
		w, ok := m.Written(i)
		if o.written[i] = w; ok {
			continue
		}
		for _, j := range append(m.InferredWith(i), i) {
			o.kept[j] = true
		}
	}
	return o
}

// shown are the kinds of items that other files see something of, and `#[version]`, which
// says how the others are read.
var shown = map[syntax.Kind]bool{
	syntax.ItemDef: true, syntax.ItemDecl: true, syntax.ItemData: true, syntax.ItemOpaque: true,
	syntax.ItemAlias: true, syntax.ItemImport: true, syntax.ItemVersion: true,
}

// item is what an item shows; false where that is nothing.
func (o *outliner) item(i int) (signature.Item, bool) {
	item := o.module.File().Item(i)
	if !shown[item.Kind(item.Root)] {
		return signature.Item{}, false
	}
	text := item.SourceText(item.Root)
	body := item.Body()
	if body == syntax.NoNode || o.kept[i] {
		return signature.Item{Text: text}, true
	}
	head := item.Text[item.Span(item.Root).Start:item.Span(body).Start]
	found := signature.Item{Text: strings.TrimRight(head, " \t\r\n") + noBody, Outline: true}
	if w, ok := o.written[i]; ok {
		found.Type, found.Marks = w.Text, w.Marks
	}
	return found, true
}

// noBody is in place of a body, so that a head is read as it was.
const noBody = " { () }"

// textOf is the text of a program that has some items.
func textOf(items []signature.Item) string {
	var text strings.Builder
	for _, item := range items {
		text.WriteString(item.Text)
		text.WriteString("\n")
	}
	return text.String()
}

// readsAs reports whether the text of some items is read as these, without errors.
func readsAs(items []signature.Item) bool {
	return misread(items, syntax.ParseFile("", textOf(items))) < 0
}

// misread is the first item that a file does not have as it is; negative where there is
// none.
func misread(items []signature.Item, file *syntax.File) int {
	for i := range items {
		if i >= file.Len() || !reads(&items[i], file.Item(i)) {
			return i
		}
	}
	for _, item := range file.Range(len(items), file.Len()) {
		if item.Kind(item.Root) != syntax.ItemEmpty {
			return len(items) - 1
		}
	}
	return -1
}

// reads reports whether an item was read as it was written.
func reads(written *signature.Item, item *syntax.Item) bool {
	kind := item.Kind(item.Root)
	return len(item.Errors) == 0 && shown[kind] && strings.TrimSpace(item.Text) == strings.TrimSpace(written.Text) &&
		(!written.Outline || kind == syntax.ItemDef && item.Body() != syntax.NoNode)
}

// signEach gives reports the digests of what their files show, where somebody asks for
// them: without facts, which take as long as checks, and of which few are asked for
// (FileReport.ImportedFacts). The outlines are made on several threads.
func signEach(ctx context.Context, b *breakage, checks []*fileCheck, reports []*FileReport) error {
	var asked []int
	for i, c := range checks {
		if c.entry != nil && b.known.Signs(c.entry.path) {
			asked = append(asked, i)
		}
	}
	signer := newSigner(ctx, b, nil)
	if err := signer.outlineAll(checks, asked); err != nil {
		return err
	}
	for _, i := range asked {
		digest, err := signer.digest(checks[i].entry)
		if err != nil {
			return err
		}
		reports[i].Signature = digest
	}
	return nil
}

func (g *signer) outlineAll(checks []*fileCheck, asked []int) error {
	outlines := make([]*outlined, len(asked))
	err := g.snapshot.Each(g.ctx, len(asked), func(ctx context.Context, k int) (err error) {
		outlines[k], err = outline(ctx, checks[asked[k]].entry, g.carried)
		return err
	})
	if err != nil {
		return err
	}
	for k, i := range asked {
		g.outlines[checks[i].entry] = outlines[k]
	}
	return nil
}
