package scip

import (
	"cmp"
	"context"
	"errors"
	"io"
	"maps"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/reference"
	"github.com/fraccheck/fraccheck/typecheck"
)

// Options say what is indexed.
type Options struct {
	Snapshot  *workspace.Snapshot
	Paths     []string // absolute
	Root      string   // the directory that the names of sources are relative to, absolute
	Project   string   // the name of the package that the files are
	Version   string   // of fraccheck
	Operators op.Table
}

// Write writes the index of files, one message after the other: an index of any length takes
// the memory of its largest file. Files outside the root, models, and files that are named twice
// are left out. It reports a file that cannot be read.
func Write(ctx context.Context, w io.Writer, o Options) error {
	x := &indexer{options: o, w: w, homes: map[*syntax.Item]*workspace.Source{}, operators: map[string]bool{}, prelude: map[string]*typecheck.Object{}}
	x.emit(indexMetadata, x.metadata())
	written := map[string]bool{}
	for _, path := range o.Paths {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		source, err := o.Snapshot.Source(path)
		if err != nil {
			return err
		}
		if source.Model != nil || written[source.Path] || !filepath.IsLocal(filepath.FromSlash(source.Name)) {
			continue
		}
		written[source.Path] = true
		document, err := x.document(source)
		if err != nil {
			return err
		}
		x.emit(indexDocument, document)
	}
	for _, symbol := range slices.Sorted(maps.Keys(x.prelude)) {
		x.emit(indexExternal, x.describe(x.prelude[symbol], symbol))
	}
	for _, name := range slices.Sorted(maps.Keys(x.operators)) {
		if entry := o.Operators[name]; entry != nil {
			x.emit(indexExternal, x.describeOperator(entry))
		}
	}
	return x.err
}

// An indexer writes one index.
type indexer struct {
	options   Options
	w         io.Writer
	err       error                              // of writing
	homes     map[*syntax.Item]*workspace.Source // the files of items, of the prelude none
	operators map[string]bool                    // the operators that are named
	prelude   map[string]*typecheck.Object       // what is named of the prelude, by symbol
}

func (x *indexer) emit(field int, part message) {
	var m message
	m.part(protowire.Number(field), part)
	_, err := x.w.Write(m)
	x.err = errors.Join(x.err, err)
}

func (x *indexer) metadata() (m message) {
	var tool message
	tool.text(toolName, "fraccheck")
	tool.text(toolVersion, x.options.Version)
	m.part(metadataTool, tool)
	root := filepath.ToSlash(x.options.Root)
	m.text(metadataRoot, "file://"+(&url.URL{Path: "/" + strings.TrimPrefix(root, "/")}).EscapedPath())
	m.number(metadataText, utf8)
	return m
}

// A document is a file while it is indexed.
type document struct {
	source      *workspace.Source
	locals      map[place]int
	occurrences []occurrence
	symbols     message
}

// An occurrence is a name in the text of a file.
type occurrence struct {
	span   syntax.Span // in bytes of the file
	body   syntax.Span // of what a name declares; empty elsewhere
	symbol string
	roles  int
}

func (x *indexer) document(source *workspace.Source) (m message, err error) {
	x.settle(source)
	d := &document{source: source, locals: map[place]int{}}
	results, err := x.options.Snapshot.Results(source.Path)
	if err != nil {
		return nil, err
	}
	x.file(d)
	for i := range source.File.All() {
		x.item(d, i, results(i).Info)
	}
	m.text(documentLanguage, "frac")
	m.text(documentPath, source.Name)
	slices.SortStableFunc(d.occurrences, func(a, b occurrence) int {
		return cmp.Or(cmp.Compare(a.span.Start, b.span.Start), cmp.Compare(a.span.End, b.span.End))
	})
	for _, o := range d.occurrences {
		m.part(documentOccurrence, d.encode(o))
	}
	m = append(m, d.symbols...)
	m.number(documentEncoding, utf8)
	return m, nil
}

// settle notes where the items are that a file sees.
func (x *indexer) settle(source *workspace.Source) {
	seen, err := x.options.Snapshot.Reachable(source.Path)
	if err != nil {
		seen = []*workspace.Source{source}
	}
	for _, s := range seen {
		for _, item := range s.File.All() {
			x.homes[item] = s
		}
	}
}

// file is the name of the file itself, which its imports are to others.
func (x *indexer) file(d *document) {
	symbol := x.fileSymbol(d.source)
	d.occurrences = append(d.occurrences, occurrence{symbol: symbol, roles: roleDefinition})
	var info message
	info.text(symbolName, symbol)
	info.number(symbolKind, kindFile)
	info.text(symbolDisplay, filepath.Base(d.source.Name))
	d.symbols.part(documentSymbol, info)
	imports, _ := x.options.Snapshot.Imports(d.source.Path) // those that cannot be read have no symbol
	for _, i := range imports {
		if i.Target != nil && i.Target.Model == nil {
			d.occurrences = append(d.occurrences, occurrence{span: i.Place.Span, symbol: x.fileSymbol(i.Target), roles: roleImport})
		}
	}
}

// item indexes the names of an item by its typed tree.
func (x *indexer) item(d *document, i int, info *typecheck.Info) {
	for n := syntax.NodeID(1); int(n) < info.Item.Len(); n++ {
		kind := info.Item.Kind(n)
		if !reference.IsName(kind) && kind != syntax.Segment {
			continue
		}
		o := info.Object(n)
		if o == nil || o.Kind == typecheck.BadObject {
			continue
		}
		symbol := x.symbol(d, o)
		name := occurrence{span: d.source.Absolute(i, reference.NameSpan(info, n)), symbol: symbol}
		if o.Item == info.Item && o.Node == n {
			name.roles = roleDefinition
			if !reference.IsLocal(o) {
				name.body = d.source.Absolute(i, info.Item.Span(info.Item.Root))
			}
			d.symbols.part(documentSymbol, x.describe(o, symbol))
		}
		d.occurrences = append(d.occurrences, name)
	}
	x.constructors(d, i, info.Item)
}

// constructors indexes the constructors that a type declares: they are names of the item, and
// the typed tree has no objects at them.
func (x *indexer) constructors(d *document, i int, item *syntax.Item) {
	for n := range item.Constructors() {
		name := item.Constructor(n).Name
		if !reference.IsName(item.Kind(name)) {
			continue
		}
		symbol := x.fileSymbol(d.source) + constructorSymbol(item, item.SourceText(name))
		d.occurrences = append(d.occurrences, occurrence{
			span: d.source.Absolute(i, item.Span(name)), body: d.source.Absolute(i, item.Span(n)), symbol: symbol, roles: roleDefinition,
		})
		var info message
		info.text(symbolName, symbol)
		info.text(symbolDocumentation, item.Doc())
		info.number(symbolKind, kindConstructor)
		info.text(symbolDisplay, item.SourceText(name))
		info.part(symbolSignature, textDocument(item.SourceText(n)))
		d.symbols.part(documentSymbol, info)
	}
}

// encode writes an occurrence: its range has three numbers where it is in one line.
func (d *document) encode(o occurrence) (m message) {
	m.numbers(occurrenceRange, d.lines(o.span)...)
	m.text(occurrenceSymbol, o.symbol)
	m.number(occurrenceRoles, o.roles)
	if o.body != (syntax.Span{}) {
		m.numbers(occurrenceEnclosing, d.lines(o.body)...)
	}
	return m
}

// lines are the lines and columns of a span, from 0 on, columns in bytes.
func (d *document) lines(s syntax.Span) []int {
	line, start := d.source.Lines.At(s.Start)
	last, lastStart := d.source.Lines.At(s.End)
	if line == last {
		return []int{line - 1, int(s.Start - start), int(s.End - start)}
	}
	return []int{line - 1, int(s.Start - start), last - 1, int(s.End - lastStart)}
}

// describe is what the index says of an object that is declared: its type, and the comments
// above it.
func (x *indexer) describe(o *typecheck.Object, symbol string) (m message) {
	m.text(symbolName, symbol)
	if !reference.IsLocal(o) {
		m.text(symbolDocumentation, o.Item.Doc())
	}
	m.number(symbolKind, kinds[o.Kind])
	m.text(symbolDisplay, o.Name)
	if text := signature(o); text != "" {
		m.part(symbolSignature, textDocument(text))
	}
	return m
}

// signature is the declaration of an object as a reader wants it.
func signature(o *typecheck.Object) string {
	switch {
	case o.Kind == typecheck.TypeObject:
		return strings.TrimSpace(o.Item.SourceText(o.Item.Root))
	case o.Kind == typecheck.ConstructorObject && o.Cons != nil:
		return o.Name + " : " + types.String(o.Cons.Sig)
	case o.Type != nil:
		return o.Name + " : " + types.String(o.Type)
	}
	return ""
}

func textDocument(text string) (m message) {
	m.text(documentLanguage, "frac")
	m.text(documentText, text)
	return m
}

// describeOperator is what the index says of an operator.
func (x *indexer) describeOperator(o *op.Op) (m message) {
	m.text(symbolName, x.operator(o.Name))
	m.text(symbolDocumentation, o.Doc)
	m.text(symbolDocumentation, o.Rule)
	m.number(symbolKind, kindOperator)
	m.text(symbolDisplay, o.Name)
	return m
}
