package workspace

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/codes"
	"github.com/fraccheck/fraccheck/explain"
	"github.com/fraccheck/fraccheck/spelling"
	"github.com/fraccheck/fraccheck/syntax"
)

// A suppression lets findings of one code pass in a part of a file.
type suppression struct {
	code  string
	name  syntax.Span // where the code stands; of the whole note where it names none
	scope syntax.Span // where it holds
	item  int
	note  syntax.Span // the comment or attribute, to be deleted with its last code
	codes int         // how many the note names
	used  bool
}

// suppressions are those of one file.
type suppressions struct {
	source *Source
	rules  []string // the codes of the lint rules that are looked for
	all    []*suppression
	faulty map[int]bool // the items that have errors, suppressed ones too
}

func newSuppressions(source *Source, rules *RuleSet) *suppressions {
	s := &suppressions{source: source, rules: rules.Codes(), faulty: map[int]bool{}}
	comments := strings.Contains(source.Text, ignoreWord)
	for i, item := range source.File.Items {
		for _, attribute := range item.Attributes {
			s.readAttribute(i, source.Absolute(i, item.Span(attribute)))
		}
		if comments && strings.Contains(item.Text, ignoreWord) {
			s.readComments(i)
		}
	}
	return s
}

const ignoreWord = "fraccheck:ignore"

var (
	allowAttribute = regexp.MustCompile(`^#\[\s*allow\s*\(([^)]*)\)\s*\]`)
	ignoreComment  = regexp.MustCompile(`(#|//)[ \t]*fraccheck:ignore\b([^\r\n]*)`)
	commentLine    = regexp.MustCompile(`^\s*(//|#($|[^\[]))`)
	codeWord       = regexp.MustCompile(`[A-Za-z][\w/.-]*`)
)

// readAttribute reads `#[allow(code, …)]`, which speaks of its item.
func (s *suppressions) readAttribute(i int, at syntax.Span) {
	match := allowAttribute.FindStringSubmatchIndex(s.source.Text[at.Start:at.End])
	if match == nil {
		return
	}
	names := syntax.Span{Start: at.Start + int32(match[2]), End: at.Start + int32(match[3])}
	item := s.source.File.Items[i]
	scope := s.source.Absolute(i, syntax.Span{Start: 0, End: int32(len(item.Text))})
	s.add(suppression{item: i, scope: scope, note: at}, names)
}

// readComments reads `# fraccheck:ignore code, …`, which speaks of its line;
// on a line of its own it speaks of the next.
func (s *suppressions) readComments(i int) {
	base := s.source.File.Starts[i]
	text := s.source.File.Items[i].Text
	for _, match := range ignoreComment.FindAllStringSubmatchIndex(text, -1) {
		note := syntax.Span{Start: base + int32(match[0]), End: base + int32(match[1])}
		line := s.source.Position(note.Start).Line
		if s.inString(line, note.Start) {
			continue
		}
		names := syntax.Span{Start: base + int32(match[4]), End: base + int32(match[5])}
		s.add(suppression{item: i, scope: s.lineScope(line, note.Start), note: note}, names)
	}
}

// inString tells whether an odd number of quotes stands before offset on its
// line; strings do not go over lines.
func (s *suppressions) inString(line int, offset int32) bool {
	before := s.source.Text[s.source.Lines.LineSpan(line).Start:offset]
	return strings.Count(before, `"`)%2 == 1
}

// lineScope is the line of a note, or where nothing else stands on it, the next
// line that is more than a comment.
func (s *suppressions) lineScope(line int, offset int32) syntax.Span {
	lines := s.source.Lines
	span := lines.LineSpan(line)
	if strings.TrimSpace(s.source.Text[span.Start:offset]) != "" {
		return span
	}
	for line < lines.Count() {
		line++
		if !commentLine.MatchString(lines.Line(line)) {
			break
		}
	}
	return lines.LineSpan(line)
}

// add enters a suppression for each code in a list.
func (s *suppressions) add(one suppression, names syntax.Span) {
	found := codeWord.FindAllStringIndex(s.source.Text[names.Start:names.End], -1)
	one.codes = len(found)
	for _, at := range found {
		each := one
		each.name = syntax.Span{Start: names.Start + int32(at[0]), End: names.Start + int32(at[1])}
		each.code = s.source.Text[each.name.Start:each.name.End]
		s.all = append(s.all, &each)
	}
	if one.codes == 0 {
		one.name = one.note
		s.all = append(s.all, &one)
	}
}

// filter takes out what is suppressed.
func (s *suppressions) filter(findings []Finding) []Finding {
	if len(s.all) == 0 {
		return findings
	}
	var kept []Finding
	for _, f := range findings {
		s.faulty[f.Item] = s.faulty[f.Item] || f.Code.DefaultSeverity() == codes.Error
		if !s.suppress(f) {
			kept = append(kept, f)
		}
	}
	return kept
}

func (s *suppressions) suppress(f Finding) bool {
	hit := false
	for _, one := range s.all {
		if one.code == string(f.Code) && one.scope.Contains(f.Span.Start) {
			one.used, hit = true, true
		}
	}
	return hit
}

// unused reports the suppressions that let nothing pass. In an item that does
// not parse, the checks that they speak of may not have run; unmade tells of the
// codes whose checks did not.
func (s *suppressions) unused(unmade func(code string) bool) []Finding {
	var findings []Finding
	for _, one := range s.all {
		if !one.used && !unmade(one.code) && len(s.source.File.Items[one.item].Errors) == 0 {
			findings = append(findings, s.report(one))
		}
	}
	return findings
}

func (s *suppressions) report(one *suppression) Finding {
	f := Finding{
		Place: Place{s.source, one.name}, Item: one.item,
		Code: codes.UnusedSuppression, Severity: codes.UnusedSuppression.DefaultSeverity(),
		Message: fmt.Sprintf("nothing here gives `%s`", one.code),
	}
	if one.codes == 0 {
		f.Message = "this names no code to ignore"
	} else if unknown := unknownCode(one.code, s.rules...); unknown != "" {
		f.Notes = []string{unknown}
	}
	f.Fixes = s.fixes(one)
	return f
}

// fixes deletes a suppression of nothing, and corrects one of a code that does
// not exist: it may be there for a good reason.
func (s *suppressions) fixes(one *suppression) []Fix {
	if one.codes > 0 && unknownCode(one.code, s.rules...) != "" {
		near, ok := spelling.Nearest(one.code, slices.Concat(explain.Codes(), s.rules))
		if !ok {
			return nil
		}
		return []Fix{{Title: "write `" + near + "`", Edits: []Edit{{Place{s.source, one.name}, near}}, Confidence: codes.Likely}}
	}
	if one.codes > 1 {
		return nil
	}
	return []Fix{{Title: "delete the suppression", Edits: []Edit{{Place{s.source, s.deletion(one.note)}, ""}}, Confidence: s.deletes(one)}}
}

// deletes tells how sure it is that nothing needs a suppression: a check that it
// speaks of may not look at an item that has errors.
func (s *suppressions) deletes(one *suppression) codes.Confidence {
	if one.codes == 0 || s.faulty[one.item] {
		return codes.Likely
	}
	return codes.Safe
}

// deletion widens a note to its line if nothing else stands on it, or by the
// blanks in front.
func (s *suppressions) deletion(note syntax.Span) syntax.Span {
	lines := s.source.Lines
	line := s.source.Position(note.Start).Line
	span := lines.LineSpan(line)
	before := s.source.Text[span.Start:note.Start]
	alone := strings.TrimSpace(before) == "" && strings.TrimSpace(s.source.Text[note.End:span.End]) == ""
	if alone && line < lines.Count() {
		return syntax.Span{Start: span.Start, End: lines.LineSpan(line + 1).Start}
	}
	return syntax.Span{Start: span.Start + int32(len(strings.TrimRight(before, " \t"))), End: note.End}
}
