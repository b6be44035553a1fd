package fraccheck

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func parsed(t *testing.T, f Files, name, text string) *Program {
	t.Helper()
	p, err := f.Parse(name, text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestEditedPrograms holds that a program after an edit gives what the same text gives by itself,
// and that the program before the edit stays as it was.
func TestEditedPrograms(t *testing.T) {
	ctx := context.Background()
	paths, err := filepath.Glob("examples/*.frac")
	if err != nil || len(paths) == 0 {
		t.Fatalf("examples: %v %v", paths, err)
	}
	previous := parsed(t, Files{}, "program.frac", "")
	for _, path := range paths[:min(len(paths), 6)] {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		edited, err := previous.With(string(text) + "\n@nothing(1)\n")
		if err != nil {
			t.Fatal(err)
		}
		fresh := parsed(t, Files{}, "program.frac", string(text)+"\n@nothing(1)\n")
		got, err := edited.Check(ctx)
		if err != nil {
			t.Fatal(err)
		}
		want, err := fresh.Check(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if len(want) == 0 || !reflect.DeepEqual(got, want) {
			t.Errorf("%s after an edit gives\n%v\nand by itself\n%v", path, got, want)
		}
		for _, d := range want {
			checkPlace(t, d.Place, string(text)+"\n@nothing(1)\n")
		}
		previous = edited
	}
}

// checkPlace holds the lines and columns of a place against its offsets.
func checkPlace(t *testing.T, p Place, text string) {
	t.Helper()
	for _, at := range []Position{p.Start, p.End} {
		before := text[:at.Offset]
		line := strings.Count(before, "\n") + 1
		column := len([]rune(before[strings.LastIndexByte(before, '\n')+1:])) + 1
		if at.Line != line || at.Column != column {
			t.Errorf("offset %d is at %d:%d, not at %d:%d", at.Offset, line, column, at.Line, at.Column)
		}
	}
}

// TestNames holds that only paths inside the folder name programs.
func TestNames(t *testing.T) {
	for _, name := range []string{"", "/a.frac", "../a.frac", "b/../../a.frac", "a\x00.frac"} {
		if _, err := Parse(name, "1"); err == nil {
			t.Errorf("%q names a program", name)
		}
		if _, err := (Files{Texts: map[string]string{name: "2"}}).Parse("main.frac", "1"); err == nil {
			t.Errorf("%q names a text", name)
		}
	}
}

// TestNothingIsRead holds that a program without a folder sees neither files nor configurations of
// the disk, and with one it does.
func TestNothingIsRead(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"lib.frac": "def @two() { 2 }", "fraccheck.toml": "[severity]\nunused-binding = \"error\"\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const text = "import \"lib.frac\"\nlet %x = 1;\n@two()\n"
	check := func(f Files, text string) (found []string) {
		diagnostics, err := parsed(t, f, "main.frac", text).Check(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range diagnostics {
			found = append(found, d.Severity+" "+d.Code)
		}
		return found
	}
	if got := strings.Join(check(Files{Dir: dir}, text), ", "); got != "error unused-binding" {
		t.Errorf("with the folder: %s", got)
	}
	absolute := strings.Replace(text, "lib.frac", filepath.ToSlash(filepath.Join(dir, "lib.frac")), 1)
	for _, text := range []string{text, absolute} {
		if got := strings.Join(check(Files{}, text), ", "); !strings.Contains(got, "error import") && !strings.Contains(got, "error undefined-name") || !strings.Contains(got, "warning unused-binding") {
			t.Errorf("without one: %s", got)
		}
	}
}

// TestSyntaxErrors holds that parsing alone reports no error of types.
func TestSyntaxErrors(t *testing.T) {
	for text, want := range map[string]int{"1 + true": 0, "def @f( { 1 }": 1, "": 0} {
		found, err := parsed(t, Files{}, "a.frac", text).SyntaxErrors()
		if err != nil || (len(found) > 0) != (want > 0) {
			t.Errorf("%q: %v, %v", text, found, err)
		}
	}
}

// TestRefusedExpressions holds that Run evaluates what it can and says where the rest is wrong.
func TestRefusedExpressions(t *testing.T) {
	p := parsed(t, Files{}, "a.frac", "def @f(%x: int32) { %x + true }\n1 + true\n@f(1)\n2 + %gone\n3\n")
	results, err := p.Run(context.Background(), Limits{Threads: 1})
	if err != nil || len(results) != 4 {
		t.Fatalf("%v, %v", results, err)
	}
	var wrong *CheckError
	if !errors.As(results[0].Err, &wrong) || wrong.Diagnostics[0].Start.Line != 2 {
		t.Errorf("line 2 gives %+v", results[0])
	}
	for i, want := range []string{"a.frac:2:", "cannot be run", "%gone"} {
		if err := results[i].Err; err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("result %d lacks %q: %v", i, want, err)
		}
	}
	if results[3].Text != "3" || results[3].Err != nil {
		t.Errorf("line 5 gives %+v", results[3])
	}
}

// TestEndedContexts holds that work ends with its context.
func TestEndedContexts(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	p := parsed(t, Files{}, "a.frac", "def @loop(%n: int32) -> int32 { @loop(%n + 1) }\n@loop(0)\n")
	if _, err := p.Check(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("Check gives %v", err)
	}
	if _, err := p.Costs(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("Costs gives %v", err)
	}
	if results, err := p.Run(ctx, Limits{}); err == nil && (len(results) != 1 || results[0].Err == nil) {
		t.Errorf("Run gives %v, %v", results, err)
	}
	if _, err := p.Eval(ctx, "@loop(0)", Limits{}); err == nil {
		t.Error("Eval ends without an error")
	}
	if found, err := p.Check(context.Background()); err != nil || len(found) != 1 || found[0].Code != "nonterminating-recursion" {
		t.Errorf("afterwards Check gives %v, %v", found, err)
	}
}

// TestModels holds that a model's bytes are a program.
func TestModels(t *testing.T) {
	data, err := os.ReadFile("examples/models/decoder.onnx")
	if err != nil {
		t.Fatal(err)
	}
	p := parsed(t, Files{}, "decoder.onnx", string(data))
	if found, err := p.Check(context.Background()); err != nil || len(found) != 0 {
		t.Errorf("Check gives %v, %v", found, err)
	}
	if all, err := p.Definitions(context.Background()); err != nil || len(all) == 0 || all[0].Name != "@main" {
		t.Errorf("Definitions gives %v, %v", all, err)
	}
}

// FuzzProgram holds that every text gives diagnostics with places in it and fixes that can be
// applied, and that nothing panics.
func FuzzProgram(f *testing.F) {
	for _, text := range []string{
		"", "1 + true", "def @f(%l: List[int32]) { match (%l) { case Nil() { 0 } } }\n@f(Nil())",
		"let %é = 1;\r\nlet %x = %é / 0;\r\n%x", "import \"a.frac\"\nnn.rel(1f)", "#[cost(work = \"|l|\")]\ndef @g(%l) { @map(@g, %l) }",
	} {
		f.Add("a.frac", text)
		f.Add("a.md", "# Title\n```frac\n"+text+"\n```\n")
	}
	f.Fuzz(func(t *testing.T, name, text string) {
		ctx := context.Background()
		p, err := Parse(name, text)
		if err != nil {
			return
		}
		diagnostics, err := p.Check(ctx)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range diagnostics {
			if d.File == name && (d.Start.Offset > d.End.Offset || d.End.Offset > len(text)) {
				t.Errorf("%s is at %v", d.Message, d.Place)
			}
			for _, fix := range d.Fixes {
				fix.Apply(name, text)
			}
		}
		if _, err := p.Definitions(ctx); err != nil {
			t.Fatal(err)
		}
		if _, err := p.Costs(ctx); err != nil {
			t.Fatal(err)
		}
		if _, err := p.Run(ctx, Limits{Steps: 1000, Memory: 1 << 20, Threads: 1}); err != nil {
			t.Fatal(err)
		}
	})
}
