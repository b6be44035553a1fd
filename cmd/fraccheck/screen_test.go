package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/console"
)

// spell is what a terminal would obey, in comments, strings and among the tokens.
const spell = "\x1b[2J\x1b]52;c;cm0gLXJm\x07\x1b[31m\u009b1A\u202e"

// TestNothingIsObeyed has commands print a program, rules and a configuration that hold
// sequences of terminals. What people read has none of them, wherever it goes; programs and
// patches have none on a terminal.
func TestNothingIsObeyed(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.frac": "// " + spell + "\ndef   @f(%x: int32)   -> int32 { %x + 0 /* " + spell + " */ } // " + spell + "\n" +
			"def @s() { nn.conv2d(%z, %z, data_layout=\"" + spell + "\") }\ndef @u() { let %unused = 1; 2 }\n",
		"ok.frac":      "def   @f(%x: int32) -> int32 { %x + 0 /* " + spell + " */ }  // " + spell + "\n@f(1i32) // " + spell + "\n# evaluates to 2 " + spell + "\n",
		"junk.frac":    "def @g() { " + spell + " }\ndef " + spell + "\n@none(" + spell + ")\n",
		"r.fracrule":   "lint zero { doc \"" + spell + "\" var x match x + 0 warn \"{x} " + spell + "\" }\n// " + spell + "\n",
		"w.fracrule":   "rule zero { doc \"Zero.\" var x match x + 0 give x } // " + spell + "\n",
		"bad.fracrule": "lint " + spell + " { match " + spell + " }\n",
		"known.json":   "{\"version\": 1, \"findings\": [{\"file\": \"" + "\u009b" + ".frac\", \"code\": \"x\", \"message\": \"\u009b\u202e\"}]}",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	read := []string{
		"check a.frac", "check junk.frac", "check --format short a.frac junk.frac", "check --format github junk.frac", "check --hints --verbose a.frac ok.frac", "check --baseline known.json a.frac",
		"match --rules r.fracrule a.frac", "match -e _+0 a.frac", "match -e _+_ ok.frac", "match --rules bad.fracrule ok.frac", "match -e _+\x1b ok.frac",
		"rewrite --check --rules w.fracrule ok.frac", "rewrite --rules bad.fracrule ok.frac", "partition --rules w.fracrule ok.frac",
		"types ok.frac", "cost ok.frac", "run ok.frac", "run junk.frac", "convert --check --to anf ok.frac",
		"explain \x1b[2J", "explain --rules r.fracrule zero", "equiv \x1b[2J int32", "equiv int32 \u009bx", "fmt -l ok.frac", "diff ok.frac a.frac",
		"check \x1b[2J.frac", "check --config \x1b[2J a.frac", "\x1b[2J", "run --entry \x1b[2J ok.frac",
	}
	programs := []string{
		"fmt ok.frac", "fmt -d ok.frac", "fmt -d r.fracrule", "check --fix --diff a.frac", "convert --to anf ok.frac", "convert -d --to anf ok.frac",
		"rewrite --rules w.fracrule ok.frac", "rewrite -d --rules w.fracrule ok.frac", "types --annotate ok.frac", "partition -d --rules w.fracrule ok.frac",
		"match --format json -e _+0 ok.frac", "check --format json junk.frac", "check --format sarif a.frac", "show graph --format dot ok.frac", "show graph ok.frac",
	}
	for _, terminal := range []bool{false, true} {
		lines := read
		if terminal {
			lines = append(lines[:len(lines):len(lines)], programs...)
		}
		for _, line := range lines {
			var out, errs bytes.Buffer
			env := &environment{stdin: strings.NewReader(""), Console: console.Console{Stdout: &bytes.Buffer{}, Stderr: &errs, Terminal: terminal}, dir: dir, subprocess: &subprocess{}}
			if terminal {
				env.Stderr = console.Screen(&errs, false)
			}
			env.run(strings.Split(line, " "))
			if err := env.Flush(&out); err != nil {
				t.Fatal(err)
			}
			if out.Len()+errs.Len() == 0 {
				t.Logf("%q prints nothing", line)
			}
			for _, printed := range []string{out.String(), errs.String()} {
				if at := strings.IndexFunc(strings.ReplaceAll(printed, "\r\n", "\n"), console.Obeyed); at >= 0 && !strings.HasPrefix(printed[at:], "\uFFFD") || strings.ContainsAny(printed, "\x1b\u009b\u202e\a") {
					t.Errorf("terminal %v: fraccheck %q prints %q", terminal, line, printed)
				}
			}
		}
	}
}

// TestClaimsAreNotObeyed is TestNothingIsObeyed for a command that evaluates in another process.
func TestClaimsAreNotObeyed(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.frac"), []byte("1i32 + /* "+spell+" */ 1i32 // "+spell+"\n# evaluates to 3 "+spell+"\n2\n# evaluates to "+spell+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, format := range []string{"text", "short"} {
		command := exec.Command("fraccheck", "test", "--format", format, "a.frac")
		command.Dir = dir
		printed, err := command.CombinedOutput()
		if err == nil || bytes.ContainsFunc(printed, console.Obeyed) && bytes.ContainsAny(printed, "\x1b\u009b\u202e\a") {
			t.Errorf("%s: %v, %q", format, err, printed)
		}
	}
}

// TestProgramsAreExact: a patch that another program reads is not changed.
func TestProgramsAreExact(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.frac"), []byte("def   @f() { 1 } // "+spell+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"fmt", "-d", "a.frac"}, {"fmt", "a.frac"}} {
		env := &environment{stdin: strings.NewReader(""), Console: console.Console{Stdout: &bytes.Buffer{}, Stderr: &bytes.Buffer{}}, dir: dir}
		env.run(args)
		if !strings.Contains(env.Stdout.String(), spell) {
			t.Errorf("%v prints %q", args, env.Stdout)
		}
	}
}
