package page_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/drawing"
	"github.com/fraccheck/fraccheck/internal/drawing/page"
	"github.com/fraccheck/fraccheck/internal/progen"
	"github.com/fraccheck/fraccheck/internal/reference"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/definition"
	"github.com/fraccheck/fraccheck/internal/workspace/picture"
)

// open reads a program whose file has a name.
func open(text string) (*workspace.Snapshot, string) {
	path := "/program.frac"
	return workspace.Open(workspace.Options{
		Files: workspace.Overlay{Files: workspace.Disk{}, Texts: map[string]string{path: text}}, Root: "/",
	}), path
}

// draw draws a file in every way, and some names of it by themselves too.
func draw(t *testing.T, s *workspace.Snapshot, path string) {
	t.Helper()
	names, err := definition.All(s, path)
	if err != nil {
		t.Fatal(err)
	}
	graphs(t, s, path, "")
	for _, d := range names[:min(len(names), 4)] {
		graphs(t, s, path, d.Name)
	}
	if trees, err := picture.TypeTrees(s, path, ""); err == nil {
		wellFormed(t, page.TreesSVG(trees, page.Auto))
		parses(t, page.TreesJSON(trees))
		if len(page.TreesDOT(trees)) == 0 || len(page.TreesText(trees)) == 0 {
			t.Error("no trees")
		}
	}
}

func graphs(t *testing.T, s *workspace.Snapshot, path, name string) {
	t.Helper()
	items, err := picture.Drawn(s, path, name)
	if err != nil {
		return // it has only declarations
	}
	for _, short := range []bool{false, true} {
		p := drawing.Of(items...)
		count := operators(p)
		if short {
			p.Shorten()
		}
		if n := operators(p); n != count {
			t.Errorf("%s %s: the short picture stands for %d operators of %d", path, name, n, count)
		}
		first, err := page.SVG(p, page.Auto)
		if err != nil {
			t.Fatal(err)
		}
		wellFormed(t, first)
		parses(t, page.JSON(p))
		if dot := page.DOT(p); bytes.Count(dot, []byte("{")) < 1 {
			t.Error("no graph")
		}
		if second, _ := page.SVG(p, page.Auto); !bytes.Equal(first, second) {
			t.Errorf("%s: drawn again, it differs", path)
		}
	}
}

func operators(p *drawing.Picture) (n int) {
	for _, item := range p.Items {
		n += item.Count()
	}
	return n
}

// mustSVG draws items anew, as the command does.
func mustSVG(t *testing.T, items []drawing.Item) []byte {
	t.Helper()
	p := drawing.Of(items...)
	p.Shorten()
	svg, err := page.SVG(p, page.Light)
	if err != nil {
		t.Fatal(err)
	}
	return svg
}

func wellFormed(t *testing.T, svg []byte) {
	t.Helper()
	for d := xml.NewDecoder(bytes.NewReader(svg)); ; {
		_, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%v in %s", err, svg)
		}
	}
	if bytes.Contains(svg, []byte("NaN")) || bytes.Contains(svg, []byte("Inf")) {
		t.Errorf("a place is no number: %s", svg)
	}
}

func parses(t *testing.T, text []byte) {
	t.Helper()
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		t.Errorf("%v in %s", err, text)
	}
}

// TestFiles draws all examples, nets and the corpus.
func TestFiles(t *testing.T) {
	examples, err := filepath.Glob("../../../examples/*.*")
	if err != nil || len(examples) < 20 {
		t.Fatalf("%d examples: %v", len(examples), err)
	}
	for _, path := range append(examples, reference.Corpus(t)...) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			full, err := filepath.Abs(path)
			if err != nil {
				t.Fatal(err)
			}
			draw(t, workspace.Open(workspace.Options{Files: workspace.Disk{}, Root: filepath.Dir(full)}), full)
		})
	}
}

// TestRandomPrograms draws programs of all kinds that there are generators of.
func TestRandomPrograms(t *testing.T) {
	for seed := range uint64(8) {
		effects, _ := progen.MakeEffects(seed)
		for i, text := range []string{progen.Make(seed).Text, progen.MakeSound(seed), effects, progen.MakeDense(seed), progen.MakeFaults(seed)} {
			t.Run(fmt.Sprint(i, "/", seed), func(t *testing.T) {
				s, path := open(text)
				draw(t, s, path)
			})
		}
	}
}

// TestFaulty draws programs with errors: a picture shows what could be read.
func TestFaulty(t *testing.T) {
	mutate := progen.NewMutator(3)
	for seed := range uint64(12) {
		s, path := open(mutate.Many(progen.MakeSound(seed)))
		draw(t, s, path)
	}
}

// TestNames holds that what a program says is text in a picture.
func TestNames(t *testing.T) {
	s, path := open("def @f(%x: int32) -> bool { %x < 3 && %x > 1 }\n")
	items, err := picture.Drawn(s, path, "")
	if err != nil {
		t.Fatal(err)
	}
	items[0].Name = "<a & \"b\">]]>'\x00\xff\n"
	svg := mustSVG(t, items)
	wellFormed(t, svg)
	if !strings.Contains(string(svg), "&lt;a &amp; &#34;b&#34;&gt;]]&gt;&#39;</text>") {
		t.Errorf("the name is not there: %s", svg)
	}
	p := drawing.Of(items...)
	if !strings.Contains(string(page.DOT(p)), `label="<a & \"b\">]]>'"`) {
		t.Errorf("the name is not there: %s", page.DOT(p))
	}
}

// TestTheme holds which colours a file has.
func TestTheme(t *testing.T) {
	s, path := open("def @f(%x: int32) { %x + 1 }\n")
	items, _ := picture.Drawn(s, path, "@f")
	p := drawing.Of(items...)
	for theme, dark := range map[page.Theme]int{page.Auto: 1, page.Light: 0, page.Dark: 0} {
		svg, err := page.SVG(p, theme)
		if err != nil {
			t.Fatal(err)
		}
		if n := bytes.Count(svg, []byte("prefers-color-scheme:dark")); n != dark {
			t.Errorf("%s: %d", theme, n)
		}
		for _, of := range []string{"[data-theme=dark]", ".vscode-light", ".vscode-high-contrast-light"} {
			if bytes.Contains(svg, []byte(of)) != (dark > 0) {
				t.Errorf("%s: the colours of a page with %s", theme, of)
			}
		}
		_, sheet, _ := strings.Cut(string(svg), "<style>\n")
		sheet, _, _ = strings.Cut(sheet, "</style>")
		for line := range strings.Lines(sheet) {
			if !strings.Contains(line, ".fraccheck-"+string(theme)+" ") && line != "}\n" && !strings.HasPrefix(line, "@media") {
				t.Errorf("%s: the rule %s is one for the whole page", theme, line)
			}
		}
	}
}

// TestNodes holds that every node is an element once, and that copies that are folded are found.
func TestNodes(t *testing.T) {
	text := layers(500) + "\n"
	s, path := open(text)
	items, err := picture.Drawn(s, path, "")
	if err != nil {
		t.Fatal(err)
	}
	p := drawing.Of(items...)
	p.Shorten()
	svg, err := page.SVG(p, page.Auto)
	if err != nil {
		t.Fatal(err)
	}
	quoted := map[string]int{}
	for _, n := range page.Nodes(p) {
		if count := bytes.Count(svg, []byte("data-node=\""+n.ID+"\"")); count != 1 {
			t.Errorf("%d elements are %s", count, n.ID)
		}
		quoted[text[n.Span.Start:n.Span.End]]++
	}
	for _, want := range []string{"tanh(%b0)", "tanh(%b499)", "nn.relu(%a250) + %c249"} {
		if quoted[want] != 1 {
			t.Errorf("%s has %d nodes", want, quoted[want])
		}
	}
}

// TestWires holds that a value that is used often is drawn once, with a wire to each use.
func TestWires(t *testing.T) {
	s, path := open("def @f(%x: int32) -> int32 {\n  let %a = %x + 1;\n  %a * %a - %a\n}\n")
	items, _ := picture.Drawn(s, path, "")
	svg := string(mustSVG(t, items))
	for text, want := range map[string]int{">add<": 1, ">multiply<": 1, ">subtract<": 1, ">%x<": 1, "class=\"arrow\"": 6} {
		if n := strings.Count(svg, text); n != want {
			t.Errorf("%s: %d, want %d", text, n, want)
		}
	}
}

// TestLarge draws what is large: it fits on a page, or there is an error.
func TestLarge(t *testing.T) {
	nested := strings.Repeat("if (%x > 0) { ", 3000) + "%x" + strings.Repeat(" } else { 0 }", 3000)
	var pairs, wide strings.Builder
	for i := range 60 {
		fmt.Fprintf(&pairs, "let %%a%d = (%%a%d, %%a%d);\n", i+1, i, i)
	}
	for i := range 3000 {
		fmt.Fprintf(&wide, "%%a%d - %%a%d, ", i%7, (i*i)%5)
	}
	parameters := "%a0: int32, %a1: int32, %a2: int32, %a3: int32, %a4: int32, %a5: int32, %a6: int32"
	for name, text := range map[string]string{
		"nested": "def @f(%x: int32) -> int32 { " + nested + " }",
		"prefix": "def @f(%x: int32) -> int32 { " + strings.Repeat("-", 3000) + "%x }",
		"pairs":  "def @f(%a0: int32) {\n" + pairs.String() + "%a60 }",
		"wide":   "def @f(" + parameters + ") { (" + wide.String() + "%a0) }",
		"random": random(3000),
		"layers": layers(500),
	} {
		t.Run(name, func(t *testing.T) {
			s, path := open(text + "\n")
			items, err := picture.Drawn(s, path, "")
			if err != nil {
				t.Fatal(err)
			}
			p := drawing.Of(items...)
			count := operators(p)
			p.Shorten()
			if n := p.Boxes(); n > 400 || operators(p) != count {
				t.Errorf("%d boxes for %d operators, which were %d", n, operators(p), count)
			}
			wellFormed(t, mustSVG(t, items))
		})
	}
}

// random uses values at random.
func random(n int) string {
	var text strings.Builder
	text.WriteString("def @f(%v0: int32) -> int32 {\n")
	for i := range n {
		fmt.Fprintf(&text, "let %%v%d = %%v%d %s %%v%d;\n", i+1, i*7919%(i+1), []string{"+", "-", "*"}[i*i%3], i)
	}
	return text.String() + fmt.Sprintf("%%v%d\n}", n)
}

// layers is a net of layers with weights of their own.
func layers(n int) string {
	var head, text strings.Builder
	last := "%x"
	for i := range n {
		fmt.Fprintf(&head, ", %%w%d: Tensor[(8, 8), float32]", i)
		fmt.Fprintf(&text, "let %%a%d = nn.dense(%s, %%w%[1]d, units=8);\nlet %%b%[1]d = nn.relu(%%a%[1]d) + %[2]s;\nlet %%c%[1]d = tanh(%%b%[1]d);\n", i, last)
		last = fmt.Sprintf("%%c%d", i)
	}
	return "def @f(%x: Tensor[(1, 8), float32]" + head.String() + ") {\n" + text.String() + last + "\n}"
}

// TestTooLarge holds that nobody waits for a picture that nobody can look at.
func TestTooLarge(t *testing.T) {
	s, path := open(random(8000) + "\n")
	items, err := picture.Drawn(s, path, "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := page.SVG(drawing.Of(items...), page.Light); err == nil {
		t.Error("it was drawn")
	}
}

// What is static and what depends on data differ by a letter and by a line, not by colours alone.
func TestStaticAndDependent(t *testing.T) {
	s, path := open("def @f(%x: FractalTensor[int32]) -> FractalTensor[int32] { %x }\n")
	trees, err := picture.TypeTrees(s, path, "@f")
	if err != nil {
		t.Fatal(err)
	}
	svg := string(page.TreesSVG(trees, page.Auto))
	for _, want := range []string{">S width 32</text>", ">D length</text>\n<path class=\"dependent-line\"", ">S: static</text>", ">D: data-dependent</text>"} {
		if !strings.Contains(svg, want) {
			t.Errorf("%q is missing in\n%s", want, svg)
		}
	}
	if dot := string(page.TreesDOT(trees)); !strings.Contains(dot, "D length") {
		t.Errorf("no letter in\n%s", dot)
	}
}
