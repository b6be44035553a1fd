package reference

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "draw the kept part of ../shared again")

// TestKept holds that what is kept is what the samplers below draw from the
// whole. Where the whole is not there, it holds that each file can be read.
func TestKept(t *testing.T) {
	for name, draw := range samples {
		whole, err := os.ReadFile(shared(t, name))
		if err != nil {
			t.Logf("%s: not compared, ../shared is not there", name)
			if text, err := os.ReadFile(kept(t, name)); err != nil || len(text) == 0 {
				t.Errorf("%s is not kept: %v", name, err)
			}
			continue
		}
		hold(t, name, draw(t, whole))
	}
}

func hold(t *testing.T, name string, want []byte) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(kept(t, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(kept(t, name), want, 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, err := os.ReadFile(kept(t, name))
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s differs from what is drawn from the whole (%v): `go test ./internal/reference -update` writes it", name, err)
	}
}

// samples states what is drawn from which file. The documents without a licence
// of their own are not kept.
var samples = map[string]func(t *testing.T, whole []byte) []byte{
	Operators:                        operators,
	Language:                         language,
	registry:                         all,
	"seeds/000_a1db01042b3f8409.txt": programs("Apache TVM's documentation, Algebraic Data Types in Relay"),
	"seeds/003_4adbfea3225eccd8.txt": programs("RAF's documentation, Intermediate Representation; Copyright Amazon.com, Inc. or its affiliates"),
}

// operators draws, of every operator, the first program that TVM accepts, and of
// every third the first that it rejects.
func operators(t *testing.T, whole []byte) []byte {
	var out bytes.Buffer
	accepted, rejected := map[string]bool{}, map[string]bool{}
	for line := range bytes.Lines(whole) {
		var v Verdict
		if err := json.Unmarshal(line, &v); err != nil {
			t.Fatal(err)
		}
		switch {
		case v.Verdict == "accept" && !accepted[v.Op]:
			accepted[v.Op] = true
			out.Write(line)
		case v.Verdict == "reject" && !rejected[v.Op]:
			rejected[v.Op] = true
			if len(rejected)%3 == 0 {
				out.Write(line)
			}
		}
	}
	return out.Bytes()
}

// language draws every other program, and all whose matches leave out cases.
func language(t *testing.T, whole []byte) []byte {
	var out bytes.Buffer
	taken := false
	for line := range bytes.Lines(whole) {
		var v Verdict
		if err := json.Unmarshal(line, &v); err != nil {
			t.Fatal(err)
		}
		if taken = !taken; taken || strings.HasPrefix(v.Error, "match is not exhaustive") {
			out.Write(line)
		}
	}
	return out.Bytes()
}

func all(_ *testing.T, whole []byte) []byte { return whole }

// programs keeps the fenced blocks of a document. Empty lines represent the
// rest, so that a program stays on its line; the first says where it is from.
func programs(source string) func(*testing.T, []byte) []byte {
	return func(t *testing.T, whole []byte) []byte {
		lines := strings.Split(strings.TrimRight(string(whole), "\n"), "\n")
		inside := false
		for i, line := range lines {
			switch fence := strings.HasPrefix(line, "```"); {
			case fence:
				inside = !inside
			case !inside:
				lines[i] = ""
			}
		}
		lines[0] = "The programs of " + source + ". Apache License 2.0. The text around them is left out."
		return []byte(strings.Join(lines, "\n") + "\n")
	}
}
