package report

import (
	"cmp"
	"context"
	"html/template"
	"maps"
	"slices"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/explain"
)

// A codeUse is where findings of a code are.
type codeUse struct {
	code     codes.Code
	severity codes.Severity // the worst that they have
	count    int
	places   []occurrence // the first of them
	slug     string       // of the page; "" where nothing explains the code
	text     string       // that explains it
}

type occurrence struct {
	Where, At string
	Message   template.HTML
}

// A codeRow is a code in a list.
type codeRow struct {
	Code, Severity, At string
	Summary            template.HTML
	Count              int
}

// A codePage explains a code.
type codePage struct {
	Code  string
	Text  template.HTML
	Count int
	Found []occurrence
	More  int
}

// useCodes notes where findings of codes are in a file.
func (s *site) useCodes(f *file) {
	for _, found := range f.findings {
		u := s.codes[found.Code]
		if u == nil {
			u = &codeUse{code: found.Code, severity: found.Severity}
			if u.text = s.explained(string(found.Code)); u.text != "" {
				u.slug = slug(string(found.Code))
			}
			s.codes[found.Code] = u
		}
		u.count++
		u.severity = min(u.severity, found.Severity)
		if len(u.places) < occurrencesPerCode {
			u.places = append(u.places, occurrence{where(found.Place), s.link(found.Place), prose(short(found.Message, charactersQuoted))})
		}
	}
}

func (s *site) explained(code string) string {
	if text, ok := s.Explain(code); ok {
		return text
	}
	return ""
}

// codePage is the address of the page that explains a code.
func (s *site) codePage(c codes.Code) string {
	if u := s.codes[c]; u != nil && u.slug != "" {
		return "codes/" + u.slug + ".html"
	}
	return ""
}

// codeRows lists the codes of what was found, the worst and most frequent first.
func (s *site) codeRows() (rows []codeRow) {
	for _, u := range s.usedCodes() {
		rows = append(rows, codeRow{visible(string(u.code)), u.severity.String(), s.codePage(u.code), prose(explain.Summary(string(u.code))), u.count})
	}
	return rows
}

func (s *site) usedCodes() []*codeUse {
	return slices.SortedFunc(maps.Values(s.codes), func(a, b *codeUse) int {
		return cmp.Or(cmp.Compare(a.severity, b.severity), cmp.Compare(b.count, a.count), cmp.Compare(a.code, b.code))
	})
}

// writeCodes writes the pages of all codes: those that were found, and the others.
func (s *site) writeCodes(ctx context.Context) error {
	rows := s.codeRows()
	for _, code := range explain.Codes() {
		c := codes.Code(code)
		if s.codes[c] != nil {
			continue
		}
		s.codes[c] = &codeUse{code: c, severity: c.DefaultSeverity(), slug: slug(code), text: s.explained(code)}
		rows = append(rows, codeRow{code, c.DefaultSeverity().String(), s.codePage(c), prose(explain.Summary(code)), 0})
	}
	for _, u := range s.usedCodes() {
		if u.slug == "" {
			continue
		}
		if err := s.writeCode(ctx, u); err != nil {
			return err
		}
	}
	return s.write("codes.html", "codes.html", page{Title: "Codes", Section: "codes", Body: rows})
}

func (s *site) writeCode(ctx context.Context, u *codeUse) error {
	a, err := markdown(ctx, u.text, codeAddress)
	if err != nil {
		return err
	}
	v := codePage{Code: visible(string(u.code)), Text: a.HTML, Count: u.count, Found: u.places, More: u.count - len(u.places)}
	return s.write("codes/"+u.slug+".html", "code.html", page{Title: v.Code, Section: "codes", Body: v})
}
