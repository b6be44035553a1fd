package browse

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/json"
	"html"

	"github.com/fraccheck/fraccheck/internal/drawing/page"
)

//go:embed assets/*
var assets embed.FS

// scripts are the parts of the page's script, in their order.
var scripts = []string{"model.js", "layout.js", "draw.js", "pane.js", "input.js", "timeline.js", "panel.js", "main.js"}

// Page writes a view as one HTML file, while the meter of its picture lets it.
func Page(v *View) []byte {
	return write(pageData{Title: v.Name, Views: []viewData{encode(v).out}})
}

// Page writes the two views side by side, with their marks.
func (c *Comparison) Page() []byte {
	before, now := encode(c.Old), encode(c.New)
	return write(pageData{
		Title: c.Old.Name + " – " + c.New.Name, Views: []viewData{before.out, now.out}, Marks: marksOf(c.Marks, before, now),
	})
}

// write puts data into the page. json.Marshal escapes `<`, `>` and `&` in strings, so that none
// of them ends the element that holds the data.
func write(data pageData) []byte {
	data.Colours = map[page.Theme]page.Colours{page.Light: page.ColoursOf(page.Light), page.Dark: page.ColoursOf(page.Dark)}
	text, err := json.Marshal(data)
	if err != nil {
		panic(err) // numbers, strings and lists of them; encode makes no NaN
	}
	script := "\"use strict\";\n(function () {\n"
	for _, name := range scripts {
		script += asset(name)
	}
	script += "})();\n"
	style := asset("style.css")
	policy := "default-src 'none'; script-src '" + digest(script) + "'; style-src '" + digest(style) + "'; base-uri 'none'; form-action 'none'"
	var out bytes.Buffer
	out.WriteString("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
	out.WriteString("<meta http-equiv=\"Content-Security-Policy\" content=\"" + policy + "\">\n")
	out.WriteString("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"referrer\" content=\"no-referrer\">\n")
	out.WriteString("<title>" + html.EscapeString(data.Title) + " · fraccheck graph</title>\n<style>" + style + "</style>\n</head>\n")
	out.WriteString(asset("body.html"))
	out.WriteString("<script type=\"application/json\" id=\"data\">")
	out.Write(text)
	out.WriteString("</script>\n<script>" + script + "</script>\n</body>\n</html>\n")
	return out.Bytes()
}

func asset(name string) string {
	text, err := assets.ReadFile("assets/" + name)
	if err != nil {
		panic(err) // it is embedded
	}
	return string(text)
}

// digest is what a policy calls an inline script or style.
func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}
