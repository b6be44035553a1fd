package lsp

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/internal/excerpt"
	"github.com/fraccheck/fraccheck/internal/pattern/rulefile"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/lsp/rules"
	"github.com/fraccheck/fraccheck/lsp/token"
)

// A ruleCursor is a position of the client in a file of rules.
type ruleCursor struct {
	view   *view
	source *workspace.Source
	file   *rulefile.File
	places *places
	at     int32
	word   *rulefile.Word // nil where no word is
}

// ruleCursor is the place in a file of rules at a position; nil in other documents.
func (v *view) ruleCursor(p *protocol.TextDocumentPositionParams) (*ruleCursor, error) {
	source, err := v.source(p.TextDocument.URI)
	if err != nil || source.Rules() == nil {
		return nil, err
	}
	places := newPlaces(v)
	return v.ruleCursorAt(source, places, places.offset(source, p.Position)), nil
}

func (v *view) ruleCursorAt(source *workspace.Source, places *places, at int32) *ruleCursor {
	f := source.Rules()
	return &ruleCursor{v, source, f, places, at, rules.At(f, at)}
}

func (c *ruleCursor) place(span syntax.Span) workspace.Place {
	return workspace.Place{Source: c.source, Span: span}
}

// ruleSymbolKinds are what clients call the parts of a file of rules.
var ruleSymbolKinds = map[string]protocol.SymbolKind{
	"let": protocol.SymbolKindVariable, "find": protocol.SymbolKindEvent, "lint": protocol.SymbolKindEvent,
	"rewrite": protocol.SymbolKindOperator, "partition": protocol.SymbolKindModule,
}

// ruleSymbols lists the rules and `let` patterns of a file.
func (v *view) ruleSymbols(document uri.URI, source *workspace.Source) any {
	places, found := newPlaces(v), protocol.DocumentSymbolSlice{}
	f := source.Rules()
	described := map[syntax.Span]string{}
	for _, r := range f.Rules {
		described[r.NameSpan] = r.Doc
	}
	for _, p := range f.Parts {
		kind, detail := ruleSymbolKinds[p.Kind], p.Kind
		if kind == 0 || p.Name == "" {
			continue
		}
		if doc := described[p.NameSpan]; doc != "" {
			detail += ": " + doc
		}
		found = append(found, protocol.DocumentSymbol{
			Name: excerpt.Name(p.Name), Detail: &detail, Kind: kind,
			Range:          places.rangeOf(workspace.Place{Source: source, Span: p.Span}),
			SelectionRange: places.rangeOf(workspace.Place{Source: source, Span: p.NameSpan}),
		})
	}
	if v.client.symbolTrees {
		return found
	}
	return flatSymbols(document, found, nil)
}

// ruleFolds are what can be folded in a file of rules: rules, what stands in brackets,
// comments.
func ruleFolds(source *workspace.Source) []fold {
	f := source.Rules()
	var folds []fold
	for _, p := range f.Parts {
		folds = append(folds, fold{span: p.Span, bracket: p.Body.Len() > 0})
	}
	for _, b := range f.Brackets {
		folds = append(folds, fold{span: b, bracket: true})
	}
	for _, row := range commentRows(source.Text, "") {
		folds = append(folds, fold{span: row, kind: protocol.FoldingRangeKindComment})
	}
	return folds
}

// ruleTokens classifies the words of a file of rules that a span touches.
func ruleTokens(ctx context.Context, source *workspace.Source, span syntax.Span) ([]token.Token, error) {
	found := rules.Tokens(source.Rules(), span)
	return found, ctx.Err()
}

// definition leads from a name to where it is given.
func (c *ruleCursor) definition() any {
	if c.word == nil || !c.word.Declared {
		return nil
	}
	whole := c.word.Declaration
	if p := rules.Part(c.file, whole.Start); p != nil && p.NameSpan == whole {
		whole = p.Span
	}
	return c.places.targetsAnswer(c.view.client.links.definition, c.place(c.word.Span), []target{{c.place(c.word.Declaration), whole}})
}

// highlights are the places in the file where the word at the cursor stands for the
// same.
func (c *ruleCursor) highlights() []protocol.DocumentHighlight {
	found := []protocol.DocumentHighlight{}
	for _, span := range rules.Same(c.file, c.word) {
		kind := protocol.DocumentHighlightKindRead
		if c.word.Declared && span == c.word.Declaration {
			kind = protocol.DocumentHighlightKindWrite
		}
		found = append(found, protocol.DocumentHighlight{Range: c.places.rangeOf(c.place(span)), Kind: kind})
	}
	return found
}

// mentions are the places where the word at the cursor stands for the same: of a rule
// those in other files, too.
func (c *ruleCursor) mentions(ctx context.Context, declaration bool) ([]workspace.Place, error) {
	if c.word != nil && c.word.Kind == rulefile.RuleWord {
		found, err := c.view.ruleMentions(ctx, c.source, c.word.Name)
		if !declaration {
			found = slices.DeleteFunc(found, func(p workspace.Place) bool { return p.Source.Rules() != nil })
		}
		return found, err
	}
	var found []workspace.Place
	for _, span := range rules.Same(c.file, c.word) {
		if declaration || !c.word.Declared || span != c.word.Declaration {
			found = append(found, c.place(span))
		}
	}
	return found, nil
}

// ruleMentions are the names of the rules that are called the same, in the file and in
// those that are used together with it, and where configurations and programs name
// their findings.
func (v *view) ruleMentions(ctx context.Context, source *workspace.Source, name string) ([]workspace.Place, error) {
	found, lint := []workspace.Place{}, false
	for _, s := range v.together(source) {
		for _, r := range rules.Called(s.Rules(), name) {
			found = append(found, workspace.Place{Source: s, Span: r.NameSpan})
			lint = lint || r.Kind.String() == "lint"
		}
	}
	if !lint {
		return found, nil
	}
	for _, path := range v.programPaths() {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		places, err := v.snapshot.RuleNotes(path, name)
		if err == nil {
			found = append(found, places...)
		}
	}
	config, err := v.snapshot.Config(source.Path)
	if err == nil {
		found = append(found, config.RuleKeys(name)...)
	}
	return found, nil
}

// together are the files of rules that the configuration of one names, if it is one of
// them; else that one. The set may have read it by itself.
func (v *view) together(source *workspace.Source) []*workspace.Source {
	set, err := v.snapshot.Rules(source.Path)
	if err != nil {
		return []*workspace.Source{source}
	}
	own := slices.IndexFunc(set.Sources, func(s *workspace.Source) bool { return s.Path == source.Path })
	if own < 0 {
		return []*workspace.Source{source}
	}
	sources := slices.Clone(set.Sources)
	sources[own] = source
	return sources
}

// programPaths are the programs that the view knows of, each once and in order.
func (v *view) programPaths() []string {
	return slices.DeleteFunc(v.programs(), workspace.IsRules)
}

// rename are the edits that give what the word stands for another name.
func (c *ruleCursor) rename(ctx context.Context, name string) ([]workspace.Edit, error) {
	edits, err := rules.Rename(c.file, c.word, name)
	if err != nil {
		return nil, failed(err)
	}
	if c.word.Kind != rulefile.RuleWord {
		return placedInFile(c.source, edits), nil
	}
	return c.renameRule(ctx, name)
}

func placedInFile(source *workspace.Source, edits []syntax.Edit) []workspace.Edit {
	var found []workspace.Edit
	for _, e := range edits {
		found = append(found, workspace.Edit{Place: workspace.Place{Source: source, Span: e.Span}, NewText: e.NewText})
	}
	return found
}

// renameRule renames the rules of a name, and where their findings are named.
func (c *ruleCursor) renameRule(ctx context.Context, name string) ([]workspace.Edit, error) {
	for _, s := range c.view.together(c.source) {
		if len(rules.Called(s.Rules(), name)) > 0 {
			return nil, failed(fmt.Errorf("there is a rule `%s` already", name))
		}
	}
	places, err := c.view.ruleMentions(ctx, c.source, c.word.Name)
	if err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(places, func(p workspace.Place) bool { return p.Source == c.source && p.Span == c.word.Span }) {
		places = append(places, c.place(c.word.Span))
	}
	slices.SortFunc(places, func(a, b workspace.Place) int {
		return cmp.Or(cmp.Compare(a.Source.Path, b.Source.Path), cmp.Compare(a.Span.Start, b.Span.Start))
	})
	var edits []workspace.Edit
	for _, p := range places {
		edits = append(edits, workspace.Edit{Place: p, NewText: name})
	}
	return edits, nil
}

func (c *ruleCursor) references(ctx context.Context, declaration bool) (any, error) {
	places, err := c.mentions(ctx, declaration)
	found := []protocol.Location{}
	for _, p := range places {
		found = append(found, c.places.location(p))
	}
	return found, err
}

// prepareRename tells whether the name at the cursor can be changed.
func (c *ruleCursor) prepareRename() (any, error) {
	if c.word == nil {
		return nil, nil
	}
	if err := rules.Renamable(c.word); err != nil {
		return nil, failed(err)
	}
	return &protocol.PrepareRenamePlaceholder{Range: c.places.rangeOf(c.place(c.word.Span)), Placeholder: c.word.Name}, nil
}

func (c *ruleCursor) renamed(ctx context.Context, name string) (any, error) {
	edits, err := c.rename(ctx, name)
	if err != nil {
		return nil, err
	}
	return c.places.workspaceEdit(edits), nil
}

// ruleCompletion lists what can be written at an offset of a file of rules.
func (p *places) ruleCompletion(source *workspace.Source, document uri.URI, at int32) *protocol.CompletionList {
	list := &protocol.CompletionList{Items: []protocol.CompletionItem{}}
	for i, c := range rules.Complete(source.Rules(), at) {
		if i == mostRuleItems {
			list.IsIncomplete = true
			break
		}
		list.Items = append(list.Items, p.completionItem(source, document, c, i))
	}
	return list
}

// mostRuleItems is how many things are offered at once.
const mostRuleItems = 300
