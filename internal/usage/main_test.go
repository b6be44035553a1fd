package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestTable holds the table that is kept against the networks, where these are.
func TestTable(t *testing.T) {
	const corpus = "../../../shared/corpus"
	var paths []string
	for _, pattern := range []string{"*.relay", "*/*.relay", "*/*/*.relay"} {
		found, _ := filepath.Glob(filepath.Join(corpus, pattern)) // the patterns are right
		paths = append(paths, found...)
	}
	if len(paths) == 0 {
		t.Skip("the networks of shared/corpus are not beside the repository")
	}
	slices.Sort(paths)
	var got bytes.Buffer
	if err := run(paths, &got); err != nil {
		t.Fatal(err)
	}
	if kept, err := os.ReadFile("../../lsp/complete/usage.txt"); err != nil || !bytes.Equal(kept, got.Bytes()) {
		t.Errorf("lsp/complete/usage.txt is not what the networks give (%v): run the command in main.go", err)
	}
}

// TestCounts counts calls and attributes of a text with errors.
func TestCounts(t *testing.T) {
	var b bytes.Buffer
	if err := run([]string{"none.relay"}, &b); err == nil {
		t.Error("a file that is not there is no error")
	}
	path := filepath.Join(t.TempDir(), "a.relay")
	if err := os.WriteFile(path, []byte("nn.relu(nn.dense(%x, %y, units=3, gone=1)); add(%x, @nn.relu(\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := run([]string{path}, &b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"1 add\n", "1 nn.dense units\n", "1 nn.relu\n"} {
		if !bytes.Contains(b.Bytes(), []byte(want)) {
			t.Errorf("there is no %s in\n%s", want, b.Bytes())
		}
	}
	if bytes.Contains(b.Bytes(), []byte("gone")) {
		t.Errorf("what is no attribute is counted:\n%s", b.Bytes())
	}
}
