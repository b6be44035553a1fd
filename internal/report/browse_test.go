package report_test

import (
	"context"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/fraccheck/fraccheck/internal/explain"
	"github.com/fraccheck/fraccheck/internal/report"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/readers"
)

// make writes the report of some files, by their names.
func makeReport(t *testing.T, files map[string]string, change ...func(*report.Options)) (dir string, made *report.Summary) {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	dir = filepath.Join(t.TempDir(), "site")
	made, err := report.Write(context.Background(), options(t, root, dir, change...))
	if err != nil {
		t.Fatal(err)
	}
	return dir, made
}

func options(t *testing.T, root, dir string, change ...func(*report.Options)) report.Options {
	t.Helper()
	snapshot := workspace.Open(workspace.Options{Files: workspace.Disk{}, Root: root, Formats: readers.All})
	paths, err := snapshot.MatchAll(root, []string{"."})
	if err != nil {
		t.Fatal(err)
	}
	o := report.Options{Snapshot: snapshot, Paths: paths, Dir: dir, Explain: explain.Page}
	for _, c := range change {
		c(&o)
	}
	return o
}

// A browser has read all pages of a report.
type browser struct {
	pages map[string]*html.Node // by their paths
	files map[string]string     // all files' texts
}

func browse(t *testing.T, dir string) *browser {
	t.Helper()
	b := &browser{pages: map[string]*html.Node{}, files: map[string]string{}}
	err := filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, file)
		name = filepath.ToSlash(name)
		b.files[name] = string(text)
		if path.Ext(name) == ".html" && err == nil {
			b.pages[name], err = html.Parse(strings.NewReader(string(text)))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// each calls visit for the elements of all pages.
func (b *browser) each(visit func(page string, n *html.Node)) {
	for name, root := range b.pages {
		for n := range root.Descendants() {
			if n.Type == html.ElementNode {
				visit(name, n)
			}
		}
	}
}

func attribute(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

// text is what is written within an element.
func text(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// safe holds what is true of every report: links lead to something, nothing is asked of
// any other place, and no script runs but the report's own.
func (b *browser) safe(t *testing.T) {
	t.Helper()
	ids := map[string]bool{}
	b.each(func(page string, n *html.Node) {
		if id := attribute(n, "id"); id != "" {
			if ids[page+"#"+id] {
				t.Errorf("%s has #%s twice", page, id)
			}
			ids[page+"#"+id] = true
		}
	})
	b.each(func(page string, n *html.Node) {
		b.safeElement(t, page, n)
		for _, key := range []string{"href", "src", "action"} {
			if address := attribute(n, key); address != "" {
				b.follow(t, page, address, ids)
			}
		}
	})
	for name, root := range b.pages {
		if !strings.Contains(b.files[name], "default-src 'none'") || root == nil {
			t.Errorf("%s has no policy", name)
		}
	}
}

// allowed are the elements that a report is made of.
var allowed = map[string]bool{}

func init() {
	for _, name := range strings.Fields(`html head meta title link body a header nav main footer form input button select option script noscript
		h1 h2 h3 p ul ol li table thead tbody tr th td span mark code pre div section article figure figcaption img dl dt dd del ins strong em br hr blockquote`) {
		allowed[name] = true
	}
}

func (b *browser) safeElement(t *testing.T, page string, n *html.Node) {
	t.Helper()
	if !allowed[n.Data] {
		t.Errorf("%s has an element %s", page, n.Data)
	}
	for _, a := range n.Attr {
		if strings.HasPrefix(a.Key, "on") || a.Key == "style" {
			t.Errorf("%s: %s has %s=%q", page, n.Data, a.Key, a.Val)
		}
	}
	if src := attribute(n, "src"); n.Data == "script" && (text(n) != "" || page != "search.html" || src != "search.js" && src != "search-index.js") {
		t.Errorf("%s has a script %s", page, src)
	}
}

// follow holds that an address leads to something in the report.
func (b *browser) follow(t *testing.T, page, address string, ids map[string]bool) {
	t.Helper()
	name, fragment, _ := strings.Cut(address, "#")
	target := page
	if name != "" {
		target = path.Join(path.Dir(page), name)
	}
	if _, there := b.files[target]; !there {
		t.Errorf("%s leads to %s, which is not there", page, address)
	} else if fragment != "" && !ids[target+"#"+fragment] {
		t.Errorf("%s leads to %s, which has no such place", page, address)
	}
}
