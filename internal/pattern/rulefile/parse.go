package rulefile

import (
	"errors"
	"fmt"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/fraccheck/fraccheck/internal/excerpt"
	"github.com/fraccheck/fraccheck/internal/spelling"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// maxTokens is how many tokens an expression may have: more than a pattern of maxSize
// parts needs.
const maxTokens = 50_000

// parse reads the tokens from one up to another as an expression; nil where they are
// none, which is reported.
func (r *reader) parse(from, end int, condition bool) *expression {
	if from >= end {
		message := "expected " + wanted(condition)
		if from > 0 {
			message += " after `" + r.lexeme(from-1) + "`"
		}
		r.report(r.behind(from), message, example(condition))
		return nil
	}
	if end-from > maxTokens {
		r.report(r.tokens[from].Span, "this "+wanted(condition)[2:]+" has more than 50,000 words", "cut it into several rules")
		return nil
	}
	if !r.balanced(from, end) {
		return nil
	}
	s := &sorter{r: r, condition: condition, at: from, end: end}
	s.findArms()
	tokens, err := lexer.Upgrade(s)
	if err != nil {
		return nil
	}
	e, err := parser().ParseFromLexer(tokens)
	if err != nil {
		r.unexpected(err, from, end, condition)
		return nil
	}
	return e
}

// behind is the place after the token before the i-th.
func (r *reader) behind(i int) syntax.Span {
	at := r.endOf(i)
	return syntax.Span{Start: at, End: at}
}

func wanted(condition bool) string {
	if condition {
		return "a condition"
	}
	return "a pattern"
}

func example(condition bool) string {
	if condition {
		return "a condition compares what is known of a name, as in `rank(x) == 4`"
	}
	return "`_` matches anything, `nn.relu(_)` a call of `nn.relu`"
}

// unexpected reports where the grammar's parser stopped.
func (r *reader) unexpected(err error, from, end int, condition bool) {
	var failure participle.Error
	if !errors.As(err, &failure) {
		return
	}
	i := from + searchTokens(r.tokens[from:end], int32(failure.Position().Offset))
	if i >= end && end-2 >= from && r.kind(end-1) == syntax.TokName && r.kind(end-2) == syntax.TokDot {
		r.noMethod(r.lexeme(end-1), r.tokens[end-1].Span, nil)
		return
	}
	if i >= end {
		r.report(r.behind(end), "expected more after `"+r.lexeme(end-1)+"`", example(condition))
		return
	}
	r.unexpectedToken(i, from, condition)
}

// searchTokens is the index of the token that holds an offset, or of the first one
// after it.
func searchTokens(tokens []syntax.Token, offset int32) int {
	low, high := 0, len(tokens)
	for low < high {
		if mid := (low + high) / 2; tokens[mid].End > offset {
			high = mid
		} else {
			low = mid + 1
		}
	}
	return low
}

// patternSigns are the signs of patterns for the words that join conditions.
var patternSigns = map[string]string{"or": "|", "and": "&"}

func (r *reader) unexpectedToken(i, from int, condition bool) {
	t, text := r.tokens[i], r.lexeme(i)
	switch {
	case t.Kind == syntax.TokBad && !isSign(text, condition):
		r.badToken(i)
	case t.Kind == syntax.TokLocal:
		r.report(t.Span, fmt.Sprintf("`%s` is a variable of programs; a name of a rule is written without `%%`", text),
			"a variable of the program is matched by `is_var(\""+text[1:]+"\")`")
	case i > from && r.ends(i-1) && t.Kind == syntax.TokName && spelling.Near(text, clauseWords(r.rule.Kind)) != nil:
		r.unknownClause(clause{at: i})
	case condition && t.Kind == syntax.TokAssign:
		d := r.report(t.Span, "a condition compares by `==`, and this is `=`")
		d.Fixes = append(d.Fixes, syntax.Replace("write `==`", t.Span, "=="))
	case condition && t.Kind == syntax.TokFatArrow:
		d := r.report(t.Span, "a condition compares by `>=`, and this is `=>`")
		d.Fixes = append(d.Fixes, syntax.Replace("write `>=`", t.Span, ">="))
	case t.Kind == syntax.TokColon && i > from && r.kind(i-1) == syntax.TokName:
		d := r.report(t.Span, fmt.Sprintf("`%s` is given a value by `=`, and this is `:`", short(r.lexeme(i-1))))
		d.Fixes = append(d.Fixes, syntax.Replace("write ` =`", t.Span, " ="))
	case !condition && i > from && r.ends(i-1) && patternSigns[text] != "":
		sign := patternSigns[text]
		d := r.report(t.Span, fmt.Sprintf("patterns are joined by `%s`, and this is `%s`", sign, text))
		d.Fixes = append(d.Fixes, syntax.Replace("write `"+sign+"`", t.Span, sign))
	case t.Kind == syntax.TokSemi && i > from:
		d := r.report(t.Span, "a clause ends without `;`")
		d.Fixes = append(d.Fixes, syntax.Replace("delete `;`", t.Span, ""))
	case i > from && r.ends(i-1):
		r.report(t.Span, fmt.Sprintf("`%s` cannot follow `%s`", short(text), short(r.lexeme(i-1))), "expected an operator such as `|`, `&` or `+`, a comma, or the end of the "+wanted(condition)[2:])
	case i > from:
		r.report(t.Span, fmt.Sprintf("expected %s after `%s`, found `%s`", wanted(condition), short(r.lexeme(i-1)), short(text)), example(condition))
	default:
		r.report(t.Span, fmt.Sprintf("expected %s, found `%s`", wanted(condition), short(text)), example(condition))
	}
}

// short is a text as messages quote it.
func short(text string) string { return excerpt.Of(text, 40) }

// badToken reports what starts no token.
func (r *reader) badToken(i int) {
	text := r.lexeme(i)
	if message, marker, ok := syntax.Conflict(text, r.tokens[i].Span); ok {
		r.report(marker, message)
		return
	}
	switch {
	case text[0] == '"':
		r.report(r.tokens[i].Span, "this string has no closing `\"`", "write the `\"` where the string ends")
	case len(text) > 1 && text[:2] == "/*":
		r.report(r.tokens[i].Span, "this comment is never closed", "write `*/` where it ends")
	case len(text) > 2 && text[0] == '\'' && text[len(text)-1] == '\'':
		quoted := "\"" + text[1:len(text)-1] + "\""
		d := r.report(r.tokens[i].Span, "strings are written in double quotes, not single ones")
		d.Fixes = append(d.Fixes, syntax.Replace("write `"+short(quoted)+"`", d.Span, quoted))
	default:
		r.report(r.tokens[i].Span, fmt.Sprintf("%q begins nothing that a rule can hold", short(text)), "delete it")
	}
}

// ends reports whether an operand can end with a token.
func (r *reader) ends(i int) bool {
	k := r.kind(i)
	switch k {
	case syntax.TokName, syntax.TokInt, syntax.TokFloat, syntax.TokString, syntax.TokGlobal, syntax.TokQuestion, syntax.TokMeta, syntax.TokLocal, syntax.TokSegment:
		return true
	}
	return isCloser(k)
}

// node is where a part of an expression stands: from a position up to the token in
// front of another.
func (r *reader) node(from, end lexer.Position) syntax.Span {
	i := searchTokens(r.tokens, int32(end.Offset))
	for i < len(r.tokens) && r.tokens[i].Start < int32(end.Offset) {
		i++
	}
	return syntax.Span{Start: int32(from.Offset), End: max(int32(from.Offset), r.endOf(i))}
}
