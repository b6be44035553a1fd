package main

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

// servers are the commands that talk on standard input and output until they are
// told to leave: the tests of package lsp start them, no script does.
var servers = map[string]bool{"lsp": true, "dap": true}

// TestCommandRecipe holds docs/development.md's recipe for a command: each has a
// sentence of help, a script that runs it, and unless it is hidden its place in
// docs/cli.md.
func TestCommandRecipe(t *testing.T) {
	manual, err := os.ReadFile("../../docs/cli.md")
	if err != nil {
		t.Fatal(err)
	}
	scripts := scripts(t)
	commands := reflect.TypeFor[commandLine]()
	for i := range commands.NumField() {
		field := commands.Field(i)
		if _, command := field.Tag.Lookup("cmd"); !command {
			continue // a flag
		}
		name := strings.ToLower(field.Name)
		if field.Tag.Get("help") == "" {
			t.Errorf("the command %s has no help", name)
		}
		run := regexp.MustCompile(`\bfraccheck ` + name + `\b`)
		if _, hidden := field.Tag.Lookup("hidden"); !hidden && !run.Match(manual) {
			t.Errorf("docs/cli.md does not have `fraccheck %s`", name)
		}
		if !servers[name] && !run.MatchString(scripts) {
			t.Errorf("no script in testdata runs `fraccheck %s`", name)
		}
	}
	if commands.NumField() < 5 {
		t.Errorf("only %d commands", commands.NumField())
	}
}

// scripts are the texts of all scripts.
func scripts(t *testing.T) string {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	var all strings.Builder
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	return all.String()
}
