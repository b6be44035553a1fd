package workspace

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
	"github.com/fraccheck/fraccheck/typecheck/message"
)

// A type alias of the wrong depth or dtype contradicts each of its uses. Where the uses agree with each
// other, the file has no error with the type that they need in its place: then the alias alone is wrong.

// ofTypes are the errors that a wrong alias may be the cause of.
var ofTypes = map[codes.Code]bool{
	codes.TypeMismatch: true, codes.DtypeMismatch: true, codes.ShapeMismatch: true, codes.DepthMismatch: true,
	codes.SuspectOperand: true, codes.FractalElement: true, codes.ArityMismatch: true,
}

// Bounds on the files in which other types are tried: their bytes, and the aliases of one.
const maxRetyped, maxAliases = 1 << 16, 8

// misdeclared finds the alias that all errors of a file come from, two of them in different items.
func (c *contradictions) misdeclared() (found Finding, ok bool) {
	const most = 4 // uses that are shown
	var uses []Finding
	for _, f := range c.found {
		if !ofTypes[f.Code] {
			return found, false
		}
		if len(uses) == 0 || uses[len(uses)-1].Item != f.Item {
			uses = append(uses, f)
		}
	}
	source := c.entry.source
	if len(uses) < 2 || source.Model != nil || len(source.Text()) > maxRetyped || c.entry.module == nil {
		return found, false
	}
	aliases := 0
	for i, item := range source.File.All() {
		if item.Kind(item.Root) != syntax.ItemAlias || len(item.Errors) > 0 {
			continue
		}
		if aliases++; aliases > maxAliases {
			break
		}
		var fits []string
		var code codes.Code
		Guard(item, func() { fits, code = c.fitting(i) }) // after a panic of the checker nothing is known
		if len(fits) == 0 {
			continue
		}
		parts := item.Alias(item.Root)
		f := uses[0]
		f.Place = Place{Source: source, Span: source.Absolute(i, item.Span(parts.Type))}
		f.Item, f.Code, f.Notes, f.Related, f.Fixes, f.Suspects = i, code, nil, nil, nil, nil
		f.Message = fmt.Sprintf("the uses of `%s` agree with each other, and contradict this type: they need `%s`", item.SourceText(parts.Name), strings.Join(fits, "` or `"))
		for _, use := range uses[:min(len(uses), most)] {
			f.Related = append(f.Related, Related{Place: use.Place, Message: "a use that does not fit"})
		}
		for _, text := range fits {
			fix := Fix{Title: "write `" + text + "`", Confidence: codes.Likely, Edits: []Edit{{Place: f.Place, NewText: text}}}
			f.Fixes = append(f.Fixes, fix)
		}
		return f, true
	}
	return found, false
}

// fitting are the types with which in place of an alias the file has no error, of those with one level
// of FractalTensor more or less, or else of another dtype.
func (c *contradictions) fitting(i int) (fits []string, code codes.Code) {
	file := c.entry.module.File()
	item := file.Item(i)
	at := item.Span(item.Alias(item.Root).Type)
	text := item.Text[at.Start:at.End]
	try := func(texts []string) {
		for _, other := range texts {
			edit := syntax.Edit{Span: at.Shift(file.Start(i)), NewText: other}
			if hasNoError(c.entry.module.With(syntax.Reparse(file, edit))) {
				fits = append(fits, other)
			}
		}
	}
	if try(otherDepths(text)); len(fits) > 0 {
		return fits, codes.DepthMismatch
	}
	try(otherDtypes(text))
	return fits, codes.DtypeMismatch
}

// otherDepths are a type with a level of FractalTensor less, and with one more.
func otherDepths(text string) (others []string) {
	const head = "FractalTensor["
	if strings.HasPrefix(text, head) && strings.HasSuffix(text, "]") {
		others = append(others, text[len(head):len(text)-1])
	}
	if strings.HasPrefix(text, head) || strings.HasPrefix(text, "Tensor[") {
		others = append(others, head+text+"]")
	}
	return others
}

// otherDtypes are a type with another dtype in the place of its only one.
func otherDtypes(text string) (others []string) {
	dtypes := []string{"int32", "int64", "float32", "float64"}
	for _, is := range dtypes {
		if strings.Count(text, is) != 1 {
			continue
		}
		for _, other := range dtypes {
			if other != is {
				others = append(others, strings.Replace(text, is, other, 1))
			}
		}
	}
	return others
}

func hasNoError(m *typecheck.Module) bool {
	for i := range m.File().Len() {
		if r := m.Check(i); len(r.Item.Errors) > 0 || message.ErrorsIn(r.Diagnostics) > 0 {
			return false
		}
	}
	return true
}
