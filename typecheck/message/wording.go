package message

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/spelling"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// WithSeverity gives a diagnostic the default severity of its code.
func WithSeverity(d syntax.Diagnostic) syntax.Diagnostic {
	if d.Severity == codes.Error {
		d.Severity = d.Code.DefaultSeverity()
	}
	return d
}

// WriteFix is the fix that puts a text in a place.
func WriteFix(at syntax.Span, text string) syntax.Fix {
	return syntax.Replace("write `"+text+"`", at, text)
}

// Suggest adds "did you mean", and the fixes. A name that is near, and no slip of
// the hand, may be of something else.
func Suggest(d *syntax.Diagnostic, written string, names []string) {
	if len(names) == 0 {
		return
	}
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = "`" + name + "`"
		fix := WriteFix(d.Span, name)
		if !spelling.Slip(written, name) {
			fix.Confidence = codes.Sketch
		}
		d.Fixes = append(d.Fixes, fix)
	}
	d.Message += "; did you mean " + strings.Join(quoted, " or ") + "?"
}

// Sentence begins with a capital and ends with a stop.
func Sentence(text string) string {
	if text == "" {
		return ""
	}
	if word, _, _ := strings.Cut(text, " "); isPlainWord(word) {
		text = strings.ToUpper(text[:1]) + text[1:]
	}
	if !strings.ContainsAny(text[len(text)-1:], ".?!") {
		text += "."
	}
	return text
}

// isPlainWord reports whether a word is English rather than a name.
func isPlainWord(word string) bool {
	if _, ok := types.ParseDtype(word); ok {
		return false
	}
	for i := 0; i < len(word); i++ {
		if word[i] < 'a' || word[i] > 'z' {
			return false
		}
	}
	return len(word) > 1 || word == "a"
}

// Count says a number of things: `1 argument`, `2 arguments`.
func Count(n int, noun string) string {
	switch n {
	case 0:
		return "no " + noun + "s"
	case 1:
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func CountGiven(n int) string {
	switch n {
	case 0:
		return "none is"
	case 1:
		return "1 is"
	}
	return fmt.Sprintf("%d are", n)
}

// Concat are two lists of findings after each other. Most are empty, and nobody changes
// one that is kept.
func Concat(a, b []syntax.Diagnostic) []syntax.Diagnostic {
	switch {
	case len(a) == 0:
		return slices.Clip(b)
	case len(b) == 0:
		return slices.Clip(a)
	}
	return slices.Concat(a, b)
}

// Alike keeps, of names that are near a misspelt one, those that begin alike: an
// operator with another first letter means something else (`gelu`, `relu`).
func Alike(text string, near []string) []string {
	kept := near[:0:0]
	for _, name := range near {
		if initial(name) == initial(text) {
			kept = append(kept, name)
		}
	}
	return kept
}

// IsUpper reports whether a name begins with a capital, as constructors do.
func IsUpper(name string) bool { return name != "" && 'A' <= name[0] && name[0] <= 'Z' }

// initial is the first letter of a name after its family, in lower case.
func initial(name string) string {
	name = name[strings.LastIndexByte(name, '.')+1:]
	return strings.ToLower(name[:min(1, len(name))])
}

func TooLarge(at syntax.Span, what string) syntax.Diagnostic {
	return WithSeverity(syntax.Diagnostic{
		Code: codes.TooLarge, Span: at,
		Message: fmt.Sprintf("%s is too large to be worked out, and is taken for unknown", what),
		Notes:   []string{"Write the types of parameters and results out, or take it apart into several definitions."},
	})
}

// LargeDimension is TooLarge of an expression for an extent, where no type that is written
// out would help.
func LargeDimension(at syntax.Span, what string) syntax.Diagnostic {
	d := TooLarge(at, what)
	d.Notes = []string{"Use a shape variable of its own for what is repeated in it, or write `?` for an extent that is known only at run time."}
	return d
}
