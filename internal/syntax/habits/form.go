package habits

import (
	"maps"
	"slices"
	"strings"
	"sync"
)

// A form is a row of parts with blanks in between, each of which stands for a token:
//
//	new       the text itself; `fn|fun` one of two
//	<binder>  one of the words of a set
//	%x @f     a variable; a function of a file
//	name      a name that is no word of Frac; word: any name; param: a name or a variable
//	string    a string
//	(…)       parentheses and what is in them; with a `?` after them they may be absent
//	applied   what a word is applied to without parentheses: an operand, and no `=>` after it
//	stated    the same, or a block in braces, with parentheses before it or not
//	any       any token
//
// Before a part, `·` asks that no blanks precede its token, `⏎` that it begins a
// line, `~` allows that; else it stands on the line of the one before. `!` refuses a text. After
// a `▸` stands what is only looked at.
type form []part

type part struct {
	layout  byte // one of the marks in front, 0 for none
	not     bool
	maybe   bool
	ahead   bool               // it does not belong to the form
	classes []func(Token) bool // the token is of one of them
	texts   []string           // or has one of these texts
	special string             // a part that is more than a token
}

type compiledRow struct {
	habit *Habit
	form  form
}

// rows are those of a place: by the first token's text those whose first part may be that token, and
// for other texts those whose first part is of a class.
type rows struct {
	byText map[string][]compiledRow
	others []compiledRow
}

var compiled = sync.OnceValue(func() (index *[places]rows) {
	index = new([places]rows)
	var all [places][]compiledRow
	Each(func(h *Habit) {
		if f := compile(h.Form); len(f) > 0 {
			all[h.At] = append(all[h.At], compiledRow{h, f})
		}
	})
	for at, list := range all {
		texts := map[string][]compiledRow{}
		for _, row := range list {
			for _, text := range row.form[0].texts {
				texts[text] = nil
			}
		}
		for text := range texts {
			for _, row := range list {
				if first := row.form[0]; first.texts == nil || slices.Contains(first.texts, text) {
					texts[text] = append(texts[text], row)
				}
			}
		}
		others := slices.DeleteFunc(list, func(r compiledRow) bool { return r.form[0].texts != nil })
		index[at] = rows{texts, others}
	}
	return index
})

// classes are the parts that are one token of a class.
var classes = map[string]func(Token) bool{
	"%x":       func(t Token) bool { return t.Class == Local },
	"@f":       func(t Token) bool { return t.Class == Global },
	"name":     func(t Token) bool { return t.Class == Name },
	"word":     func(t Token) bool { return t.Class == Name || t.Class == Reserved },
	"param":    func(t Token) bool { return t.Class == Name || t.Class == Local },
	"string":   func(t Token) bool { return t.Class == String },
	"any":      func(t Token) bool { return true },
	"typeword": func(t Token) bool { return t.Class == Name && !IsInner(t.Text) && t.Text != "return" },
}

func compile(text string) (f form) {
	ahead := false
	for field := range strings.FieldsSeq(text) {
		if field == "▸" {
			ahead = true
			continue
		}
		p := part{ahead: ahead}
		for _, mark := range []string{"·", "⏎", "~"} {
			if rest, ok := strings.CutPrefix(field, mark); ok && rest != "" {
				p.layout, field = mark[len(mark)-1], rest
			}
		}
		if rest, ok := strings.CutPrefix(field, "!"); ok && rest != "" {
			p.not, field = true, rest
		}
		if rest, ok := strings.CutSuffix(field, "?"); ok && rest != "" {
			p.maybe, field = true, rest
		}
		switch {
		case field == "(…)" || field == "applied" || field == "stated":
			p.special = field
		case len(field) > 2 && field[0] == '<':
			p.texts = slices.Collect(maps.Keys(sets[strings.Trim(field, "<>")]))
		default:
			for text := range strings.SplitSeq(field, "|") {
				if class := classes[text]; class != nil {
					p.classes = append(p.classes, class)
				} else {
					p.texts = append(p.texts, text)
				}
			}
			if field == "|" {
				p.texts = []string{field}
			}
		}
		f = append(f, p)
	}
	return f
}

// accepts reports whether a part that is one token is this one, wherever that stands.
func (p *part) accepts(t Token) bool {
	for _, text := range p.texts {
		if text == t.Text {
			return !p.not
		}
	}
	for _, class := range p.classes {
		if class(t) {
			return !p.not
		}
	}
	return p.not
}

var layouts = struct{ glued, newline, free byte }{"·"[len("·")-1], "⏎"[len("⏎")-1], '~'}

// placed reports whether the token of a part, which is not the first, stands where the part asks.
func (p *part) placed(t Token) bool {
	switch p.layout {
	case layouts.glued:
		return !t.Space && !t.Newline
	case layouts.newline:
		return t.Newline
	case layouts.free:
		return true
	}
	return !t.Newline
}

// match compares the form with the tokens from the current one on.
func (r *compiledRow) match(t Tokens) (m Match, ok bool) {
	n := 0
	for i := range r.form {
		p := &r.form[i]
		token := t.Token(n)
		last := n
		if i > 0 && !p.placed(token) {
			if p.maybe {
				continue
			}
			return m, false
		}
		switch p.special {
		case "(…)":
			if token.Text == "(" {
				last = t.Partner(n)
			}
			if token.Text != "(" || last == 0 {
				if p.maybe {
					continue
				}
				return m, false
			}
		case "applied":
			ok = applied(t, n)
		case "stated":
			ok = applied(t, n) || block(t, n)
		default:
			ok = i == 0 && p.texts != nil || p.accepts(token) // by its text, the first part was found
		}
		if p.special != "(…)" && !ok {
			return m, false
		}
		m.Begin[m.Seen], m.Last[m.Seen] = n, last
		m.Seen++
		if !p.ahead {
			m.Parts = m.Seen
		}
		n = last + 1
	}
	return m, true
}

// applied reports whether the word before a token is applied to it without parentheses.
func applied(t Tokens, n int) bool {
	token := t.Token(n)
	operand := token.Class != Sign && token.Class != End || token.Text == "!"
	return operand && t.Token(n+1).Text != "=>"
}

// block reports whether a block begins at a token, or after the parentheses there.
func block(t Tokens, n int) bool {
	if to := t.Partner(n); t.Token(n).Text == "(" && to > 0 {
		n = to + 1
	}
	brace := t.Token(n)
	return brace.Text == "{" && !brace.Newline
}
