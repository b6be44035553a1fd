package main

import (
	"encoding/json"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	links = regexp.MustCompile(`(?:href|src)="([^"]*)"`)
)

// TestManual holds that every link within the manual leads to something.
func TestManual(t *testing.T) {
	dir := t.TempDir()
	if err := write("../..", dir, false); err != nil {
		t.Fatal(err)
	}
	files := read(t, dir)
	for name, text := range files {
		for _, m := range links.FindAllStringSubmatch(text, -1) {
			if !strings.HasPrefix(m[1], "https://") && filepath.Ext(name) == ".html" {
				follow(t, files, name, strings.ReplaceAll(m[1], "&#43;", "+"))
			}
		}
	}
	if page := files["language.html"]; !strings.Contains(page, `<span class="kw">def</span>`) || !strings.Contains(page, "Content-Security-Policy") {
		t.Error("the language's page has no code in colours")
	}
	if !strings.Contains(files["index.html"], `href="cost.html"`) {
		t.Error("the contents lack a chapter")
	}
	searched(t, files)
	if err := write("../..", dir, false); err != nil {
		t.Errorf("a second time: %v", err)
	}
}

// searched holds that what the search finds is there, operators and codes among it.
func searched(t *testing.T, files map[string]string) {
	t.Helper()
	text := strings.TrimSuffix(strings.TrimPrefix(files["search-index.js"], "var fraccheckIndex = ["), ",\n];\n") + "]"
	var entries [][5]any // what it is, title, text, address, document
	if err := json.Unmarshal([]byte("["+text), &entries); err != nil {
		t.Fatal(err)
	}
	titles := map[any]bool{}
	for _, e := range entries {
		titles[e[1]] = true
		follow(t, files, "search.html", e[3].(string))
	}
	for _, title := range []string{"nn.dense", "nonexhaustive-match", "A tour in ten minutes"} {
		if !titles[title] {
			t.Errorf("the search does not find %s", title)
		}
	}
}

func follow(t *testing.T, files map[string]string, name, link string) {
	t.Helper()
	target, fragment, _ := strings.Cut(link, "#")
	if target == "" {
		target = name
	} else {
		target = filepath.ToSlash(filepath.Join(filepath.Dir(name), target))
	}
	text, there := files[target]
	if fragment, _ = url.PathUnescape(fragment); !there || fragment != "" && !strings.Contains(text, `id="`+fragment+`"`) {
		t.Errorf("%s leads to %s, which is not there", name, link)
	}
}

func read(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, pattern := range []string{"*", "*/*"} {
		paths, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			if text, err := os.ReadFile(path); err == nil {
				name, _ := filepath.Rel(dir, path)
				files[filepath.ToSlash(name)] = string(text)
			}
		}
	}
	return files
}
