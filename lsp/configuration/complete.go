// Package configuration answers requests in a fraccheck.toml: what can be written at a place, and
// what is there. Package config has the table of the keys, and finds the place.
//
// Read complete.go first.
package configuration

import (
	"context"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/lazyregexp"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/config"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
	"github.com/fraccheck/fraccheck/lsp/complete"
	"github.com/fraccheck/fraccheck/lsp/request"
)

// Complete lists what can be written at an offset of a configuration.
func Complete(ctx context.Context, v *request.View, source *workspace.Source, at int32) []complete.Candidate {
	cursor, ok := config.At(source.Text(), at)
	if !ok || cursor.Setting == nil {
		return nil
	}
	l := &list{view: v, source: source, cursor: cursor, end: at}
	switch {
	case cursor.Header:
		l.headers()
	case cursor.Key:
		l.keys(ctx)
	default:
		l.values()
	}
	return l.found
}

// A list gathers candidates.
type list struct {
	view   *request.View
	source *workspace.Source
	cursor config.Cursor
	end    int32
	found  []complete.Candidate
}

// add offers to replace the word, with its quotes where it has them.
func (l *list) add(kind complete.Kind, label, detail, text, snippet string) {
	word := syntax.Span{Start: l.cursor.Word.Start, End: l.end}
	if rest := l.source.Text()[l.end:]; l.cursor.Quote != "" && strings.HasPrefix(rest, l.cursor.Quote) {
		word.End++
	}
	filter := label
	if l.cursor.Quote != "" {
		filter = l.cursor.Quote + label // what is replaced begins with the quote
	}
	if first, _, ok := strings.Cut(detail, ". "); ok {
		detail = first + "."
	}
	l.found = append(l.found, complete.Candidate{Label: label, Kind: kind, Detail: detail, Filter: filter, Text: text, Snippet: snippet, Span: word})
}

// headers are the tables, and what they have in turn.
func (l *list) headers() {
	closing := "]"
	if strings.HasPrefix(l.source.Text()[l.end:], "]") {
		closing = ""
	}
	for _, k := range l.cursor.Setting.Keys {
		if k.Kind == config.Table {
			l.add(complete.Field, k.Name, k.Doc, k.Name+closing, "")
		}
	}
}

// bare is a key that needs no quotes.
var bare = lazyregexp.New(`^[\w-]+$`)

// keys are those of the table that are not there yet.
func (l *list) keys(ctx context.Context) {
	s := l.cursor.Setting
	for _, name := range append(s.Known(), l.names(ctx)...) {
		of := s.Key(name)
		if of == nil || l.cursor.Used != nil && l.cursor.Used.Get(name) != nil {
			continue
		}
		written := name
		if !bare().MatchString(name) || l.cursor.Quote != "" {
			written = strconv.Quote(name)
		}
		detail := of.Doc
		if s.NameDoc != nil && !strings.Contains(name, "/") {
			detail = s.NameDoc(name)
		}
		if of.Kind == config.Table && of.Example == "" {
			if len(l.cursor.Path) == 0 && l.lineBegins() {
				l.add(complete.Field, name, detail, "["+written+"]", "")
			}
			continue
		}
		l.add(complete.Field, name, detail, written+" = "+example(of), complete.Escape(written)+" = "+placeholder(of))
	}
}

// lineBegins reports whether nothing is before the word on its line.
func (l *list) lineBegins() bool {
	before := l.source.Text()[:l.cursor.Word.Start]
	return strings.TrimSpace(before[strings.LastIndexByte(before, '\n')+1:]) == ""
}

// names are those of the user's that the table can have: rules, or definitions.
func (l *list) names(ctx context.Context) (names []string) {
	switch {
	case slices.Equal(l.cursor.Path, []string{"severity"}):
		if rules, err := l.view.Snapshot.Rules(l.source.Path); err == nil {
			names = rules.Codes()
		}
	case slices.Equal(l.cursor.Path, []string{"cost"}):
		for _, source := range l.view.Finder().Sources(ctx) {
			for _, item := range source.File.All() {
				if name := item.Declared(); name != syntax.NoNode && item.Kind(item.Root) == syntax.ItemDef {
					names = append(names, item.SourceText(name))
				}
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// example is a value of a setting.
func example(s *config.Setting) string {
	if len(s.Words) > 0 {
		return strconv.Quote(s.Words[0])
	}
	return s.Example
}

// placeholder is a value as the part of a snippet that is typed over.
func placeholder(s *config.Setting) string {
	if len(s.Words) > 0 {
		return `"${1|` + strings.Join(s.Words, ",") + `|}"`
	}
	if inside, ok := strings.CutPrefix(s.Example, `"`); ok {
		return `"${1:` + complete.Escape(strings.TrimSuffix(inside, `"`)) + `}"`
	}
	if inside, ok := strings.CutPrefix(s.Example, `["`); ok {
		return `["${1:` + complete.Escape(strings.TrimSuffix(inside, `"]`)) + `}"]`
	}
	return "${1:" + complete.Escape(s.Example) + "}"
}

func (l *list) values() {
	s := l.cursor.Setting
	switch {
	case len(s.Words) > 0:
		for _, word := range s.Words {
			l.add(complete.Value, word, "", strconv.Quote(word), "")
		}
	case s.Kind == config.Boolean:
		l.add(complete.Value, "true", "", "true", "")
		l.add(complete.Value, "false", "", "false", "")
	case s.Endings != nil:
		l.paths(s.Endings)
	}
}

// paths are the files and folders that a text can go on with.
func (l *list) paths(endings []string) {
	typed := strings.TrimPrefix(l.source.Text()[l.cursor.Word.Start:l.end], l.cursor.Quote)
	inside := typed[:strings.LastIndexByte(typed, '/')+1]
	for _, name := range l.view.Snapshot.Named(l.source.Path, inside, endings) {
		kind := complete.File
		if strings.HasSuffix(name, "/") {
			kind = complete.Folder
		}
		path := inside + name
		if kind == complete.Folder && len(endings) > 0 { // the path goes on
			l.add(kind, path, "", `"`+path, "")
			continue
		}
		l.add(kind, path, "", strconv.Quote(path), "")
	}
	if inside == "" && slices.Equal(endings, sourcefile.RuleEndings) {
		l.add(complete.File, "**/*"+endings[0], "all files of rules below "+filepath.Base(filepath.Dir(l.source.Path)), strconv.Quote("**/*"+endings[0]), "")
	}
}
