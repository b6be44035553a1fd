package suppress

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/explain"
	"github.com/fraccheck/fraccheck/internal/lazyregexp"
	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/python"
	"github.com/fraccheck/fraccheck/internal/spelling"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
)

// A suppression lets findings of one code pass in a part of a file.
type suppression struct {
	code  string
	name  syntax.Span // where the code stands; of the whole note where it names none
	scope syntax.Span // where it holds
	item  int
	note  syntax.Span // the comment or attribute, to be deleted with its last code
	codes int         // how many the note names
	holds *scope      // nil where it names no code
}

// A scope is where a code is suppressed: all notes that suppress it there are used,
// or none is.
type scope struct {
	span syntax.Span
	used bool
}

// scopes are those of one code, of lines or of items: in order, and apart except
// that the end of one may be the start of the next.
type scopes []*scope

// use marks the scopes that hold an offset, and reports whether any does.
func (s scopes) use(offset int32) (found bool) {
	at := sort.Search(len(s), func(i int) bool { return s[i].span.Start > offset }) - 1
	for ; at >= 0 && s[at].span.Contains(offset); at-- {
		s[at].used, found = true, true
	}
	return found
}

// in gives the scope of a span; spans are asked for in their order.
func (s *scopes) in(span syntax.Span) *scope {
	if n := len(*s); n > 0 && (*s)[n-1].span == span {
		return (*s)[n-1]
	}
	one := &scope{span: span}
	*s = append(*s, one)
	return one
}

// Set are those of one file.
type Set struct {
	source *sourcefile.Source
	rules  []string // the codes of the lint rules that are looked for
	all    []*suppression
	faulty map[int]bool // the items that have errors, suppressed ones too
	unread bool         // a part of a text in another language cannot be read

	lines, whole map[string]*scopes // by code: notes of lines, attributes of items
	unknown      map[string]string  // what unknownCode said, by code
	behind       commentRun
	quotes       quoteCount
}

// A commentRun is what was found out last about lines of comments: from the first
// line on, up to the line that is more than a comment.
type commentRun struct{ first, end int }

// A quoteCount is the number of quotes between the start of a line and an offset.
type quoteCount struct {
	line   int
	offset int32
	quotes int
}

// New reads the suppressions of a file. rules are the codes of the lint rules that
// are looked for in it.
func New(source *sourcefile.Source, rules []string) *Set {
	s := &Set{source: source, rules: rules, faulty: map[int]bool{},
		lines: map[string]*scopes{}, whole: map[string]*scopes{}, unknown: map[string]string{}}
	if source.Origin != nil {
		s.source, s.unread = source.Origin, slices.ContainsFunc(source.Translation.Notes, isSyntaxError)
		s.readPython()
		return s
	}
	for i, item := range source.File.Having(syntax.Attributed | syntax.Noted) {
		for _, attribute := range item.Attributes {
			s.readAttribute(i, source.Absolute(i, item.Span(attribute)))
		}
		if strings.Contains(item.Text, ignoreWord) {
			s.readComments(i)
		}
	}
	return s
}

func isSyntaxError(n model.TextFinding) bool { return n.Code == codes.SyntaxError }

// noItem is the item of what is in a text in another language.
const noItem = -1

// readPython reads the comments of a text in Python.
func (s *Set) readPython() {
	text := s.source.Text()
	if !strings.Contains(text, ignoreWord) {
		return
	}
	for _, c := range python.Comments(text) {
		if match := ignoreComment().FindStringSubmatchIndex(text[c.Start:c.End]); match != nil {
			s.addComment(noItem, int32(c.Start), match)
		}
	}
}

const ignoreWord = "fraccheck:ignore"

var (
	allowAttribute = lazyregexp.New(`^#\[\s*allow\s*\(([^)]*)\)\s*\]`)
	ignoreComment  = lazyregexp.New(`(#|//)[ \t]*fraccheck:ignore\b([^\r\n]*)`)
	commentLine    = lazyregexp.New(`^\s*(//|#($|[^\[]))`)
	codeWord       = lazyregexp.New(`[A-Za-z][\w/.-]*`)
)

// readAttribute reads `#[allow(code, …)]`, which applies to its item.
func (s *Set) readAttribute(i int, at syntax.Span) {
	match := allowAttribute().FindStringSubmatchIndex(s.source.File.Slice(at.Start, at.End))
	if match == nil {
		return
	}
	names := syntax.Span{Start: at.Start + int32(match[2]), End: at.Start + int32(match[3])}
	item := s.source.File.Item(i)
	scope := s.source.Absolute(i, syntax.Span{Start: 0, End: int32(len(item.Text))})
	s.add(suppression{item: i, scope: scope, note: at}, names, s.whole)
}

// readComments reads `# fraccheck:ignore code, …`, which applies to its line;
// on a line of its own it applies to the next.
func (s *Set) readComments(i int) {
	base := s.source.File.Start(i)
	text := s.source.File.Item(i).Text
	for _, match := range ignoreComment().FindAllStringSubmatchIndex(text, -1) {
		if start := base + int32(match[0]); !s.inString(s.source.Position(start).Line, start) {
			s.addComment(i, base, match)
		}
	}
}

// addComment enters a match of ignoreComment in a text that begins at base.
func (s *Set) addComment(i int, base int32, match []int) {
	note := syntax.Span{Start: base + int32(match[0]), End: base + int32(match[1])}
	names := syntax.Span{Start: base + int32(match[4]), End: base + int32(match[5])}
	line := s.source.Position(note.Start).Line
	s.add(suppression{item: i, scope: s.lineScope(line, note.Start), note: note}, names, s.lines)
}

// inString reports whether an odd number of quotes stands before offset on its
// line; strings do not go over lines.
func (s *Set) inString(line int, offset int32) bool {
	if s.quotes.line != line {
		s.quotes = quoteCount{line: line, offset: s.source.Lines.LineSpan(line).Start}
	}
	s.quotes.quotes += strings.Count(s.source.Text()[s.quotes.offset:offset], `"`)
	s.quotes.offset = offset
	return s.quotes.quotes%2 == 1
}

// lineScope is the line of a note, or where nothing else is on it, the next
// line that is more than a comment.
func (s *Set) lineScope(line int, offset int32) syntax.Span {
	lines := s.source.Lines
	span := lines.LineSpan(line)
	if strings.TrimSpace(s.source.Text()[span.Start:offset]) != "" {
		return span
	}
	if line < s.behind.first || line >= s.behind.end {
		s.behind = commentRun{line, s.behindComments(line)}
	}
	return lines.LineSpan(s.behind.end)
}

// behindComments is the next line after one that is more than a comment, or the
// last.
func (s *Set) behindComments(line int) int {
	for lines := s.source.Lines; line < lines.Count(); {
		line++
		if !commentLine().MatchString(lines.Line(line)) {
			break
		}
	}
	return line
}

// add enters a suppression for each code in a list, and its scope.
func (s *Set) add(one suppression, names syntax.Span, scopesOf map[string]*scopes) {
	found := codeWord().FindAllStringIndex(s.source.Text()[names.Start:names.End], -1)
	one.codes = len(found)
	for _, at := range found {
		each := one
		each.name = syntax.Span{Start: names.Start + int32(at[0]), End: names.Start + int32(at[1])}
		each.code = s.source.Text()[each.name.Start:each.name.End]
		if scopesOf[each.code] == nil {
			scopesOf[each.code] = &scopes{}
		}
		each.holds = scopesOf[each.code].in(each.scope)
		s.all = append(s.all, &each)
	}
	if one.codes == 0 {
		one.name = one.note
		s.all = append(s.all, &one)
	}
}

// Filter takes out what is suppressed.
func (s *Set) Filter(findings []sourcefile.Finding) []sourcefile.Finding {
	if len(s.all) == 0 {
		return findings
	}
	var kept []sourcefile.Finding
	for _, f := range findings {
		item := f.Item
		if s.source != f.Source {
			item = noItem
		}
		s.faulty[item] = s.faulty[item] || f.Code.DefaultSeverity() == codes.Error
		if !s.Suppresses(f) {
			kept = append(kept, f)
		}
	}
	return kept
}

func (s *Set) Suppresses(f sourcefile.Finding) bool {
	hit := false
	for _, found := range []*scopes{s.lines[string(f.Code)], s.whole[string(f.Code)]} {
		if found != nil && found.use(f.Shown().Span.Start) {
			hit = true
		}
	}
	return hit
}

// Unused reports the suppressions that let nothing pass. In an item that does
// not parse, the checks that they mention may not have run; unmade returns the
// codes whose checks did not.
func (s *Set) Unused(unmade func(code string) bool) []sourcefile.Finding {
	var findings []sourcefile.Finding
	for _, one := range s.all {
		unread := s.unread || one.item != noItem && len(s.source.File.Item(one.item).Errors) > 0
		if !one.used() && !unmade(one.code) && !unread {
			findings = append(findings, s.report(one))
		}
	}
	return findings
}

// used reports whether a suppression let anything pass.
func (one *suppression) used() bool { return one.holds != nil && one.holds.used }

// unknownCode is the function of that name, asked once for each code.
func (s *Set) unknownCode(code string) string {
	text, known := s.unknown[code]
	if !known {
		text = unknownCode(code, s.rules...)
		s.unknown[code] = text
	}
	return text
}

func (s *Set) report(one *suppression) sourcefile.Finding {
	f := sourcefile.Finding{
		Place: sourcefile.Place{Source: s.source, Span: one.name}, Item: one.item,
		Code: codes.UnusedSuppression, Severity: codes.UnusedSuppression.DefaultSeverity(),
		Message: fmt.Sprintf("nothing here gives `%s`", one.code),
	}
	if one.codes == 0 {
		f.Message = "this names no code to ignore"
	} else if unknown := s.unknownCode(one.code); unknown != "" {
		f.Notes = []string{unknown}
	}
	f.Fixes = s.fixes(one)
	return f
}

// fixes deletes a suppression of nothing, and corrects one of a code that does
// not exist: it may be there for a good reason.
func (s *Set) fixes(one *suppression) []sourcefile.Fix {
	if one.codes > 0 && s.unknownCode(one.code) != "" {
		near, ok := spelling.Nearest(one.code, slices.Concat(explain.Codes(), s.rules))
		if !ok {
			return nil
		}
		return []sourcefile.Fix{{Title: "write `" + near + "`", Edits: []sourcefile.Edit{{Place: sourcefile.Place{Source: s.source, Span: one.name}, NewText: near}}, Confidence: codes.Likely}}
	}
	if one.codes > 1 {
		return nil
	}
	return []sourcefile.Fix{{Title: "delete the suppression", Edits: []sourcefile.Edit{{Place: sourcefile.Place{Source: s.source, Span: s.deletion(one.note)}, NewText: ""}}, Confidence: s.deletes(one)}}
}

// deletes reports how sure it is that nothing needs a suppression: a check that it
// mentions may not look at an item that has errors.
func (s *Set) deletes(one *suppression) codes.Confidence {
	if one.codes == 0 || s.faulty[one.item] {
		return codes.Likely
	}
	return codes.Safe
}

// deletion widens a note to its line if nothing else is on it, or by the
// blanks in front.
func (s *Set) deletion(note syntax.Span) syntax.Span {
	lines := s.source.Lines
	line := s.source.Position(note.Start).Line
	span := lines.LineSpan(line)
	before := s.source.Text()[span.Start:note.Start]
	alone := strings.TrimSpace(before) == "" && strings.TrimSpace(s.source.Text()[note.End:span.End]) == ""
	if alone && line < lines.Count() {
		return syntax.Span{Start: span.Start, End: lines.LineSpan(line + 1).Start}
	}
	return syntax.Span{Start: span.Start + int32(len(strings.TrimRight(before, " \t"))), End: note.End}
}

// RuleNotes are the places in a file at which diagnostics of a lint rule are suppressed: of
// its name alone.
func RuleNotes(source *sourcefile.Source, name string) (found []sourcefile.Place) {
	code := string(codes.OfRule(name))
	if !strings.Contains(source.Text(), code) {
		return nil
	}
	for _, one := range New(source, nil).all {
		if one.code == code {
			found = append(found, sourcefile.Place{Source: source, Span: syntax.Span{Start: one.name.End - int32(len(name)), End: one.name.End}})
		}
	}
	return found
}
