package report_test

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/golden"
	"github.com/fraccheck/fraccheck/internal/report"
	"github.com/fraccheck/fraccheck/internal/workspace/cost"
	"golang.org/x/net/html"
)

var update = flag.Bool("update", false, "write the expected outlines anew")

// TestOutlines holds what is on the pages of programs.
func TestOutlines(t *testing.T) {
	golden.Archives(t, "testdata/*.txtar", *update, func(t *testing.T, name, text string) []golden.Made {
		dir, _ := makeReport(t, map[string]string{name + ".frac": text}, func(o *report.Options) { o.Hints = true })
		b := browse(t, dir)
		b.safe(t)
		var out strings.Builder
		for _, page := range []string{"index.html", "files/p-" + name + ".frac.html", "files/p-" + name + ".frac+d.html", "definitions.html"} {
			fmt.Fprintf(&out, "%s\n", page)
			outline(&out, b.pages[page], 1)
		}
		return []golden.Made{{Ending: "outline", Text: out.String()}}
	})
}

// shown are the elements that an outline has lines of.
var shown = map[string]bool{"h1": true, "h2": true, "p": true, "li": true, "tr": true, "dt": true, "dd": true, "pre": true, "figcaption": true, "img": true}

// outline writes what is in an element, a line each; of the source the lines in which
// something is marked.
func outline(out *strings.Builder, n *html.Node, depth int) {
	if n == nil {
		return
	}
	for c := range n.ChildNodes() {
		line := text(c)
		switch {
		case c.Data == "header" || c.Data == "footer":
			continue
		case attribute(c, "class") == "line":
			if marks := marked(c); len(marks) > 0 {
				fmt.Fprintf(out, "%sline %s [%s]\n", strings.Repeat("  ", depth), line, strings.Join(marks, "] ["))
			}
			continue
		case c.Data == "tr":
			fmt.Fprintf(out, "%s%s\n", strings.Repeat("  ", depth), cells(c))
			continue
		case c.Data == "img":
			fmt.Fprintf(out, "%simg %s\n", strings.Repeat("  ", depth), attribute(c, "alt"))
			continue
		case shown[c.Data]:
			fmt.Fprintf(out, "%s%s %s\n", strings.Repeat("  ", depth), c.Data, line)
			continue
		}
		outline(out, c, depth)
	}
}

// cells are those of a row.
func cells(row *html.Node) string {
	var all []string
	for c := range row.ChildNodes() {
		if c.Type == html.ElementNode {
			all = append(all, text(c))
		}
	}
	return "| " + strings.Join(all, " | ")
}

// marked are the pieces of a line that findings point to.
func marked(n *html.Node) (all []string) {
	for c := range n.Descendants() {
		if c.Data == "mark" && c.Type == html.ElementNode {
			all = append(all, text(c))
		}
	}
	return all
}

// program has findings, a type, definitions with and without bounds.
const program = `data Pair[a] { Both(a, a) }
def @sum(%l : List[int32]) -> int32 {
  match (%l) { case Nil() { 0 } case Cons(%h, %t) { %h + @sum(%t) } }
}
def @bad(%x : int32) { %x + 2f + %y }
`

// TestSame holds that the same files give the same bytes, however many threads work and
// whatever stood in the directory.
func TestSame(t *testing.T) {
	files := map[string]string{"a.frac": program, "b/c.frac": program, "d.md": "text\n\n```frac\n" + program + "```\n", "broken.fracrule": "lint {"}
	first, _ := makeReport(t, files, func(o *report.Options) { o.Jobs = 1 })
	second, _ := makeReport(t, files, func(o *report.Options) { o.Jobs = 4 })
	a, b := browse(t, first), browse(t, second)
	a.safe(t)
	if !maps.Equal(a.files, b.files) {
		t.Errorf("two reports differ: %d and %d files", len(a.files), len(b.files))
	}
}

// TestHostile holds that nothing that a program says does anything on a page.
func TestHostile(t *testing.T) {
	text := "# <script>alert(1)</script> \x1b[31m \u202e \x00 \xff -->\n" +
		"def @f(%x : int32) { \"</script><img src=x onerror=alert(1)>\" + %x + @`<b>` }\n" +
		"#[allow(</title><script>)]\ndef @g() { %javascript }\n"
	files := map[string]string{
		"A.frac": text, "a.frac": text, "con.frac": text, "<script>alert(1)<.frac": text, `" onload="x.frac`: text,
		"javascript:alert(1).frac": text, "a?b#c%20d.frac": text, strings.Repeat("long", 50) + ".frac": text, "\u202egepj.frac": text,
	}
	if filepath.Separator == '\\' {
		t.Skip("such names are no names here")
	}
	dir, made := makeReport(t, files, func(o *report.Options) {
		o.Explain = func(string) (string, bool) {
			return "# <script>x</script>\n\n<b onclick=x>y</b> [z](javascript:alert)\n", true
		}
	})
	b := browse(t, dir)
	if made.Files != len(files) {
		t.Errorf("%d files of %d", made.Files, len(files))
	}
	b.each(func(page string, n *html.Node) { b.safeElement(t, page, n) })
	for name, text := range b.files {
		if i := strings.IndexFunc(text, func(r rune) bool { return r < ' ' && r != '\n' && r != '\t' || r == '\u202e' }); i >= 0 {
			t.Errorf("%s has %q", name, text[i:i+1])
		}
		if strings.Contains(text, "<script>") || strings.Contains(text, `="javascript:`) {
			t.Errorf("%s holds what a program says as it is", name)
		}
	}
}

// TestLinksElsewhere holds that what a project's rule says of itself leads nobody out of the
// report, and asks for nothing there.
func TestLinksElsewhere(t *testing.T) {
	dir, _ := makeReport(t, map[string]string{"a.frac": program}, func(o *report.Options) {
		o.Explain = func(string) (string, bool) {
			return "# a\n\n[over there](https://example.org/x.md) ![seen](http://example.org/y.png) [up](../../z.md) [**one** more](undefined-name.md)\n", true
		}
	})
	b := browse(t, dir)
	b.safe(t)
	if page := b.files["codes/p-undefined-name.html"]; !strings.Contains(page, `<p>over there seen up <a href="p-undefined-name.html"><strong>one</strong> more</a></p>`) {
		t.Errorf("the page says %s", page)
	}
}

// TestUnreadable holds that a file that cannot be read has a page that says so.
func TestUnreadable(t *testing.T) {
	root := t.TempDir()
	lost := filepath.Join(root, "lost.frac")
	if err := os.WriteFile(lost, []byte("\xff\xfe1"), 0o666); err != nil { // half a character of UTF-16
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "site")
	made, err := report.Write(context.Background(), options(t, root, dir))
	if err != nil || made.Counts[0] != 1 {
		t.Fatalf("%+v, %v", made, err)
	}
	b := browse(t, dir)
	b.safe(t)
	if page := text(b.pages["files/p-lost.frac.html"]); !strings.Contains(page, "this file cannot be read") {
		t.Errorf("the page says %s", page)
	}
}

// TestLarge holds that pages stay small where programs are large.
func TestLarge(t *testing.T) {
	var many strings.Builder
	for i := range 10000 {
		fmt.Fprintf(&many, "let %%v%d = %%gone%d; ", i, i)
		if i%10 != 0 && i > 2000 {
			many.WriteByte('\n')
		}
	}
	many.WriteString("0\n")
	files := map[string]string{"findings.frac": many.String(), "line.frac": "def @f() { \"" + strings.Repeat("é", 1<<19) + "\" + %gone }\n"}
	dir, made := makeReport(t, files)
	if made.Counts[0] < 1000 {
		t.Errorf("%d errors", made.Counts[0])
	}
	b := browse(t, dir)
	b.safe(t)
	for name, text := range b.files {
		if len(text) > 4<<20 {
			t.Errorf("%s has %d bytes", name, len(text))
		}
	}
	if page := text(b.pages["files/p-line.frac.html"]); !strings.Contains(page, "more bytes") || !strings.Contains(page, "…é") {
		t.Errorf("the long line is not cut: %.2000s", page)
	}
}

// TestFolder holds which directories are written into, and what stays in them.
func TestFolder(t *testing.T) {
	root, dir := t.TempDir(), t.TempDir()
	source := filepath.Join(root, "a.frac")
	write := func(file, text string) {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write(source, program)
	made := func(dir string) error {
		_, err := report.Write(context.Background(), options(t, root, dir))
		return err
	}
	if err := made(dir); err != nil {
		t.Errorf("an empty directory: %v", err)
	}
	before := names(t, dir)
	write(filepath.Join(dir, "notes.html"), "mine")
	if err := os.Rename(source, filepath.Join(root, "b.frac")); err != nil {
		t.Fatal(err)
	}
	if err := made(dir); err != nil {
		t.Errorf("its own directory: %v", err)
	}
	after := names(t, dir)
	if slices.Contains(after, "files/p-a.frac.html") || !slices.Contains(after, "files/p-b.frac.html") || !slices.Contains(after, "notes.html") || len(after) != len(before)+1 {
		t.Errorf("after the second report there are %v", after)
	}
	if err := made(root); err == nil || !strings.Contains(err.Error(), "holds no report") || len(names(t, root)) != 1 {
		t.Errorf("a directory with other files: %v", err)
	}
	if err := made(filepath.Join(root, "b.frac")); err == nil {
		t.Error("a file was taken for a directory")
	}
	if filepath.Separator == '\\' {
		return
	}
	elsewhere := t.TempDir()
	if err := os.RemoveAll(filepath.Join(dir, "pictures")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(elsewhere, filepath.Join(dir, "pictures")); err != nil {
		t.Fatal(err)
	}
	if err := made(dir); err == nil || len(names(t, elsewhere)) > 0 {
		t.Errorf("a link out of the directory was followed: %v", err)
	}
}

func names(t *testing.T, dir string) []string {
	return slices.Sorted(maps.Keys(browse(t, dir).files))
}

// TestMeasured holds that what the caller measures is beside the definition.
func TestMeasured(t *testing.T) {
	dir, _ := makeReport(t, map[string]string{"a.frac": program}, func(o *report.Options) {
		o.Measure = func(context.Context, *cost.Cost) report.Measured {
			return report.Measured{Text: "12 runs\n", Plot: []byte("<svg xmlns=\"http://www.w3.org/2000/svg\"/>")}
		}
	})
	b := browse(t, dir)
	b.safe(t)
	if page := text(b.pages["files/p-a.frac+d.html"]); !strings.Contains(page, "12 runs") || !strings.Contains(page, "Measured and derived cost") {
		t.Errorf("the page says %s", page)
	}
}

// TestInterrupted holds that the work ends with its context.
func TestInterrupted(t *testing.T) {
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "a.frac"), []byte(program), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := report.Write(ctx, options(t, root, filepath.Join(root, "site"))); err != context.Canceled {
		t.Errorf("the error is %v", err)
	}
}
