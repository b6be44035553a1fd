package convert

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// tidied is a program that represents a model without what only the model's names need: a value
// that is another name of one is that one, and what no statement reads of a tuple is `_`. Names are
// unique in a definition.
func tidied(text string) string {
	file := syntax.ParseFile("", text)
	var out strings.Builder
	at := int32(0)
	for i, item := range file.All() {
		start := file.Start(i)
		out.WriteString(text[at:start] + tidiedItem(item))
		at = start + int32(len(item.Text))
	}
	return out.String() + text[at:]
}

// tidiedItem is the text of a definition.
func tidiedItem(item *syntax.Item) string {
	uses, same := map[string]int{}, map[string]string{}
	tokens := syntax.Lex(item.Text)
	for _, t := range tokens {
		if t.Kind == syntax.TokLocal {
			uses[item.Text[t.Start:t.End]]++
		}
	}
	var edits []syntax.Edit
	item.Walk(item.Root, func(n syntax.NodeID) bool {
		if item.Kind(n) != syntax.Let {
			return true
		}
		let := item.Let(n)
		switch name := item.SourceText(let.Pattern); {
		case item.Kind(let.Pattern) == syntax.PatTuple:
			for _, part := range item.Kids(let.Pattern) {
				if text := item.SourceText(part); strings.HasPrefix(text, "%") && uses[text] == 1 {
					edits = append(edits, syntax.Edit{Span: item.Span(part), NewText: "_"})
				}
			}
		case let.Type == syntax.NoNode && isLocal(name) && isLocal(item.SourceText(let.Value)):
			same[name] = item.SourceText(let.Value)
			edits = append(edits, syntax.Edit{Span: wholeLine(item.Text, item.Span(n))})
			return false
		}
		return true
	})
	edits = append(edits, renamings(item.Text, tokens, same, edits)...)
	return syntax.ApplyEdits(item.Text, edits)
}

// renamings puts the values themselves in place of their other names, where no other edit is.
func renamings(text string, tokens []syntax.Token, same map[string]string, edits []syntax.Edit) (found []syntax.Edit) {
	next := 0
	for _, t := range tokens {
		for next < len(edits) && edits[next].Span.End <= t.Start {
			next++
		}
		name := text[t.Start:t.End]
		if t.Kind != syntax.TokLocal || same[name] == "" || next < len(edits) && edits[next].Span.Start <= t.Start {
			continue
		}
		for same[name] != "" {
			name = same[name]
		}
		found = append(found, syntax.Edit{Span: t.Span, NewText: name})
	}
	return found
}

// isLocal reports whether a text is the name of a value and nothing else.
func isLocal(text string) bool {
	tokens := syntax.Lex(text)
	return len(tokens) == 2 && tokens[0].Kind == syntax.TokLocal && tokens[0].Span == syntax.Span{End: int32(len(text))}
}

// wholeLine is a statement with its sign and the line that it is on alone.
func wholeLine(text string, s syntax.Span) syntax.Span {
	for s.Start > 0 && (text[s.Start-1] == ' ' || text[s.Start-1] == '\t') {
		s.Start--
	}
	for int(s.End) < len(text) && (text[s.End] == ';' || text[s.End] == ' ') {
		s.End++
	}
	if int(s.End) < len(text) && text[s.End] == '\n' {
		s.End++
	}
	return s
}
