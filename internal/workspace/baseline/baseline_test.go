package baseline

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/config"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
	"github.com/google/go-cmp/cmp"
)

// findingsOf are the findings of programs by their absolute paths.
func findingsOf(t *testing.T, texts map[string]string, paths ...string) []sourcefile.Finding {
	t.Helper()
	report, err := workspace.Open(workspace.Options{Root: "/p", Files: sourcefile.Overlay{Files: sourcefile.Disk{}, Texts: texts}}).Check(context.Background(), paths)
	if err != nil {
		t.Fatal(err)
	}
	return report.Findings
}

func unknownOf(b *Baseline, findings []sourcefile.Finding) (unknown []sourcefile.Finding, left []Entry) {
	filter := b.Filter()
	for i := range findings {
		if !filter.Knows(&findings[i]) {
			unknown = append(unknown, findings[i])
		}
	}
	return unknown, filter.Left()
}

// TestBaselineCounts holds that of findings that are alike as many are known as are in
// the baseline, wherever in their definition they are.
func TestBaselineCounts(t *testing.T) {
	two := findingsOf(t, map[string]string{"/p/a.frac": "def @f() { let %x = 1; let %x = 2; 3 }\n"}, "/p/a.frac")
	one := findingsOf(t, map[string]string{"/p/a.frac": "\n# moved\ndef @f() {\n  let %x = 1; 3\n}\n"}, "/p/a.frac")
	if len(two) != 2 || len(one) != 1 {
		t.Fatalf("found %d and %d", len(two), len(one))
	}
	tests := []struct {
		known, found  []sourcefile.Finding
		unknown, left int
	}{
		{two, two, 0, 0}, {two, one, 0, 1}, {one, two, 1, 0}, {one, one, 0, 0}, {nil, two, 2, 0}, {two, nil, 0, 1}, // an entry of two
	}
	for i, tt := range tests {
		b := New("/p/known.json", "known.json")
		b.Add(tt.known)
		unknown, left := unknownOf(b, tt.found)
		if len(unknown) != tt.unknown || len(left) != tt.left {
			t.Errorf("%d: unknown %d, left %d", i, len(unknown), len(left))
		}
	}
}

// TestBaselineText holds that what is written is read again as it was, and written the
// same, whatever characters there are.
func TestBaselineText(t *testing.T) {
	texts := map[string]string{"/p/q/a.frac": "def @f() { (%gone, %gone, \"\xff\" + <1>) }\n%é\n", "/p/b \xff.frac": "%x"}
	findings := findingsOf(t, texts, "/p/q/a.frac", "/p/b \xff.frac")
	b := New("/p/q/known.json", "known.json")
	b.Add(findings)
	again, err := Parse(b.Path, b.Name, b.Text())
	if err != nil {
		t.Fatalf("%v in\n%s", err, b.Text())
	}
	if diff := cmp.Diff(b, again); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(string(b.Text()), string(again.Text())); diff != "" {
		t.Error(diff)
	}
	if unknown, left := unknownOf(again, findings); len(unknown)+len(left) > 0 {
		t.Errorf("unknown %v, left %v", unknown, left)
	}
	if !strings.Contains(string(b.Text()), `{"file": "../b`) && !strings.Contains(string(b.Text()), `{"file":"../b`) {
		t.Errorf("files are not named from the baseline on:\n%s", b.Text())
	}
	if b.Len() != len(findings) {
		t.Errorf("it knows %d of %d", b.Len(), len(findings))
	}
	empty := New("/p/known.json", "known.json")
	if _, err := Parse(empty.Path, empty.Name, empty.Text()); err != nil {
		t.Error(err)
	}
}

// TestBaselineTwice holds that an entry that is there twice hides no more than one.
func TestBaselineTwice(t *testing.T) {
	line := `{"file": "a.frac", "code": "undefined-name", "message": "m", "count": `
	b, err := Parse("/p/k.json", "k.json", []byte("\ufeff{\"version\": 1, \"findings\": ["+line+"2},"+line+"3}]}"))
	if err != nil || b.Len() != 3 {
		t.Errorf("got %v, %v", b, err)
	}
}

func TestBaselineErrors(t *testing.T) {
	entry := `{"file":"a","code":"b","message":"c"}`
	head := "{\"version\": 1,\n\"findings\": ["
	what := "an entry has a file, a code and a message, may have a definition and a count, and nothing else"
	none := "it is no baseline; `fraccheck --write-baseline FILE` makes one"
	tests := []struct{ text, want string }{
		{"", "1:1: " + none},
		{"{\"version\": 1 def", "1:15: invalid character 'd' after object key:value pair"},
		{head + entry + ",", "2:52: the baseline ends in the middle"},
		{head + entry[:20], "2:34: the baseline ends in the middle"},
		{head + entry + "]", "2:52: the baseline ends in the middle"},
		{"[]", "1:2: " + none},
		{"3", "1:2: " + none},
		{"{}", "1:3: " + none},
		{"{\"findings\": []}", "1:17: " + none},
		{"{\"version\": \"2.1.0\"}", "1:20: " + none},
		{"{\"version\": 2, \"findings\": []}", "1:14: a newer fraccheck wrote it (version 2; this one reads 1)"},
		{"{\"version\": 1, \"runs\": []}", "1:22: " + none},
		{"{\"version\": 1, \"findings\": {}}", "1:29: " + none},
		{head + "\n  3]}", "3:3: " + what},
		{head + "\n" + entry + ",\n {\"file\":\"a\"}]}", "4:2: " + what},
		{head + "{\"file\":1}]}", "2:14: " + what},
		{head + "{\"file\":\"a\",\"code\":\"b\",\"message\":\"c\",\"line\":3}]}", "2:14: " + what},
		{head + "{\"file\":\"a\",\"code\":\"b\",\"message\":\"c\",\"count\":-3}]}", "2:14: " + what},
		{head + entry + "\n<<<<<<< HEAD\n" + entry + "]}", "3:1: a merge left a conflict here; resolve it, or delete the baseline and write it again"},
		{head + entry + ",\n<<<<<<< HEAD\n" + entry + "]}", "3:1: a merge left a conflict here; resolve it, or delete the baseline and write it again"},
		{head + "]}{", "2:17: something follows the end of the baseline"},
		{"def @f() { 1 }", "1:1: " + none},
	}
	for _, tt := range tests {
		_, err := Parse("/p/k.json", "k.json", []byte(tt.text))
		if err == nil || !strings.HasPrefix(err.Error(), "k.json:"+tt.want) {
			t.Errorf("%q:\n got %v\nwant k.json:%s", tt.text, err, tt.want)
		}
	}
}

// FuzzParseBaseline holds that any text is read or refused at a place in it, and that what
// is read is written as the same baseline.
func FuzzParseBaseline(f *testing.F) {
	f.Add([]byte(`{"version": 1, "findings": [{"file":"a","code":"b","message":"c","count":2},{"file":"a","code":"b","message":"c"}]}`))
	f.Add([]byte("{\"version\": 1,\n<<<<<<< HEAD\n\"findings\": []}"))
	f.Add([]byte("{\"findings\": [], \"version\": 1} x"))
	f.Add([]byte("\ufeff{\"findings\": [{\"file\":\"\\ud800\",\"code\":\"b\",\"message\":\"\xff\"}], \"version\": 1}"))
	f.Fuzz(func(t *testing.T, text []byte) {
		b, err := Parse("/p/k.json", "k.json", text)
		if at := (*config.Error)(nil); errors.As(err, &at) && at.Line > 0 && at.Line <= strings.Count(string(text), "\n")+1 && at.Column > 0 {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		again, err := Parse(b.Path, b.Name, b.Text())
		if err != nil {
			t.Fatalf("%v in\n%s", err, b.Text())
		}
		if diff := cmp.Diff(b, again); diff != "" {
			t.Error(diff)
		}
	})
}
