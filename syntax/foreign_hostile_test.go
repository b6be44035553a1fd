package syntax

import (
	"strings"
	"testing"
)

// TestForeignHostile holds that habits of other languages, repeated without end,
// are read in a time linear in the text and to a bounded depth.
func TestForeignHostile(t *testing.T) {
	const many = 50_000
	body := func(open, inside, rest string) string {
		return "def @f() { " + open + strings.Repeat(inside, many) + rest + " }"
	}
	for name, text := range map[string]string{
		"return":             body("", "return ", "%x"),
		"new":                body("", "new ", "%x"),
		"lambda":             body("", "lambda x: ", "%x"),
		"backslash":          body("", `\x -> `, "%x"),
		"bars":               body("", "|x| ", "%x"),
		"signs":              body("", `\ | `, "%x"),
		"arrows":             body("", "%x => ", "%x"),
		"fn without ()":      body("", "fn x ", "%x"),
		"fn arrow":           body("", "fn(x) => ", "%x"),
		"local functions":    body("", "let f %x = ", "%x"),
		"question":           body("", "%a ? ", "%x"),
		"ternary":            body("", "%a ? %b : ", "%x"),
		"as":                 body("", "%a as ", "%x"),
		"in":                 body("", "%a in ", "%x"),
		"cons":               body("", "%a :: ", "%x"),
		"pipe":               body("", "%a |> ", "%x"),
		"if behind":          body("[", "%a if ", "%x]"),
		"if else behind":     body("", "%a if %b else ", "%x"),
		"match with":         body("", "match a with | A -> ", "%x"),
		"case of":            body("", "case a of A -> ", "%x"),
		"cases":              body("", "case ", "%x"),
		"switch":             body("", "switch (a) { ", "%x"),
		"then":               body("", "if a then ", "%x"),
		"python if":          body("", "if a: ", "%x"),
		"begin":              body("", "begin ", "%x"),
		"begin lines":        body("", "begin\n", "%x"),
		"do":                 body("", "if a do\n", "%x"),
		"not":                body("", "not ", "%x"),
		"star":               body("", "*%x ", "%x"),
		"juxtaposed":         body("", "@f ", "%x"),
		"juxtaposed on line": body("", "@f %x; ", "%x"),
		"words on line":      body("", "a b; ", "%x"),
		"dashes":             body("", "-- a b\n", "%x"),
		"comments":           body("", "(* ", "%x"),
		"for":                body("", "for x in y ", "%x"),
		"for:":               body("", "for x in y: ", "%x"),
		"for lines":          body("", "for x in y:\n ", "%x"),
		"increments":         body("", "%x += ", "%x"),
		"pluses":             body("", "++ ", "%x"),
		"slices":             body("", "%x[1:", "%x"),
		"comprehensions":     body("", "[%x for ", "%x"),
		"if let":             body("", "if let Some(%x) = ", "%x"),
		"quoted":             body("", "'a' ", "%x"),
		"signs of others":    body("", "~", "%x") + strings.Repeat("$ ~", many),
		"pattern names":      body("match (%x) { A ", "b ", "=> 1 }"),
		"pattern cons":       body("match (%x) { A", " :: b", "=> 1 }"),
		"pattern or":         body("match (%x) { A", " | b", "=> 1 }"),
		"guards":             body("match (%x) { A", " if b", "=> 1 }"),
		"arrow types":        "@f : " + strings.Repeat("a -> ", many) + "a",
		"arrow parameters":   "def @f(%x: " + strings.Repeat("a -> ", many) + "a) { 1 }",
		"angles":             "@f : " + strings.Repeat("a<", many) + strings.Repeat(">", many),
		"open angles":        "@f : (" + strings.Repeat("a<,", many),
		"forall":             "@f : (" + strings.Repeat("forall ", many),
		"foralls":            "@f : " + strings.Repeat("forall a. ", many) + "a",
		"sum parameters":     "data A " + strings.Repeat("a ", many) + "= B",
		"sums":               "data A = " + strings.Repeat("B of a | ", many) + "C",
		"sum of minus":       "type A = B of " + strings.Repeat("- ", many) + "| C",
		"fields":             "data A { " + strings.Repeat("B of a, ", many) + "}",
		"records":            "data A { B(" + strings.Repeat("x: a, ", many) + ") }",
		"type behind":        "def @f(" + strings.Repeat("%x: a * b | c?, ", many) + ") { 1 }",
		"sequences":          "def @f(%x: " + strings.Repeat("[]", many) + "a) { 1 }",
		"cons without rest":  "def @f() { match (%x) { A :: } }",
		"docstrings":         strings.Repeat("'''", many),
		"casts":              body("", "(int) ", "%x"),
		"closures":           body("", "f(", "g(x) { y }"),
		"tuples":             body("", "%a, ", "%b = 1"),
		"where":              body("%x ", "where y = ", "1"),
		"borrowed":           "@f : " + strings.Repeat("&", many) + "a",
		"class":              "class A:\n" + strings.Repeat("  def f(self):\n    pass\n", many/10),
		"traits":             strings.Repeat("trait A {\n", many/10),
		"julia":              strings.Repeat("def @f()\n  1\n", many/10) + "end",
		"modifiers":          strings.Repeat("pub ", many) + "def @f() { 1 }",
		"impl":               "impl A {" + strings.Repeat(" def @f() { 1 }\n", 2000) + "}",
	} {
		checkFile(t, ParseFile(name, text))
	}
}
