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
	ours, _ := filepath.Glob("../../complexity/testdata/exam/*.frac")
	if len(paths) == 0 {
		t.Skip("the networks of shared/corpus are not beside the repository")
	}
	paths = append(paths, ours...)
	slices.Sort(paths)
	var got bytes.Buffer
	if err := run(paths, &got); err != nil {
		t.Fatal(err)
	}
	if kept, err := os.ReadFile("../op/frequency/frequency.txt"); err != nil || !bytes.Equal(kept, got.Bytes()) {
		t.Errorf("internal/op/frequency/frequency.txt is not what the networks give (%v): run the command in main.go", err)
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
	path = filepath.Join(t.TempDir(), "b.relay")
	if err := os.WriteFile(path, []byte("type T { A(int32) }\ndef @f(%x: Tensor[(3), float32], %t: T) { %0 = nn.relu(%x); %1 = exp(%0); exp(add(%1, %x)) }\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	var second bytes.Buffer
	if err := run([]string{path}, &second); err != nil {
		t.Fatal(err)
	}
	const want = "1 :Tensor\n1 :int32\n4 >\n1 Tensor float32\n1 Tensor int32\n1 add\n1 add(0)\n1 add(1)\n1 add(1)%\n1 add>\n1 add>exp\n" +
		"2 exp\n1 exp(0)\n1 exp>\n1 exp>add\n1 nn.relu\n1 nn.relu(0)\n1 nn.relu(0)%\n1 nn.relu>\n1 nn.relu>exp\n"
	if second.String() != want {
		t.Errorf("the counts are\n%s", second.String())
	}
	if bytes.Contains(b.Bytes(), []byte("gone")) {
		t.Errorf("what is no attribute is counted:\n%s", b.Bytes())
	}
}
