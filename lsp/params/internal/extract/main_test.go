package main

import (
	"os"
	"testing"
)

// TestTableIsOfTheModel fails where the table is not that of the library's version.
func TestTableIsOfTheModel(t *testing.T) {
	if path, err := modelPath(); err != nil {
		t.Skip(err)
	} else if _, err := os.Stat(path); err != nil {
		t.Skip("the meta model is not among the downloaded modules")
	}
	want, err := table()
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../../table.go")
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Error("lsp/params/table.go is out of date: run `go generate ./lsp/params`")
	}
}
