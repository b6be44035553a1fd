package workspace_test

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/config"
	"github.com/fraccheck/fraccheck/internal/workspace/fixer"
	"github.com/fraccheck/fraccheck/internal/workspace/signature"
	"github.com/google/go-cmp/cmp"
)

const signedRoot = "/signed"

func signedPath(name string) string { return filepath.Join(signedRoot, name) }

// overlay are texts of files by their names.
func overlay(texts map[string]string) workspace.Files {
	held := map[string]string{}
	for name, text := range texts {
		held[signedPath(name)] = text
	}
	return workspace.Overlay{Files: workspace.Disk{}, Texts: held}
}

// found are the findings in a file and its signature, with all texts.
func (p *project) found(t *testing.T, name string) ([]string, *signature.Program, error) {
	t.Helper()
	return look(t, workspace.Open(workspace.Options{Root: signedRoot, Files: overlay(p.texts)}), name)
}

// foundBy are the same with the file's text and the signatures of what it imports.
func (p *project) foundBy(t *testing.T, name string, signatures []*signature.Program) ([]string, *signature.Program, error) {
	t.Helper()
	file, err := signature.Read("s.sig", signature.Write("test", signatures), "test")
	if err != nil {
		t.Fatal(err)
	}
	signed, err := workspace.NewSigned(signedRoot, []*signature.File{file})
	if err != nil {
		t.Fatal(err)
	}
	own := map[string]string{name: p.texts[name]}
	for other, text := range p.texts {
		if filepath.Base(other) == config.FileName || filepath.Ext(other) == ".fracrule" {
			own[other] = text
		}
	}
	return look(t, workspace.Open(workspace.Options{Root: signedRoot, Files: overlay(own), Signed: signed}), name)
}

func look(t *testing.T, s *workspace.Snapshot, name string) ([]string, *signature.Program, error) {
	t.Helper()
	paths := []string{signedPath(name)}
	s = s.Showing(paths)
	report, err := s.Check(context.Background(), paths)
	if err != nil {
		return nil, nil, err
	}
	offered, err := fixer.Offer(context.Background(), s, report.Findings)
	if err != nil {
		return nil, nil, err
	}
	made, err := s.Signatures(context.Background(), paths)
	if err != nil {
		return nil, nil, err
	}
	return append(written(t, name, offered), fmt.Sprint(report.Files, report.Agree, report.Differ, len(report.Crashes))), made[0], nil
}

// written are findings with all that is in them; places in other files are notes, as they
// are where only signatures are known.
func written(t *testing.T, name string, findings []workspace.Finding) (all []string) {
	t.Helper()
	for _, f := range findings {
		start, end := f.Range()
		data, err := json.Marshal(f.Data)
		if err != nil {
			t.Fatal(err)
		}
		notes := slices.Clone(f.Notes)
		text := ""
		for _, r := range f.Related {
			if r.Source.Name == name {
				at, _ := r.Range()
				text += fmt.Sprintf("\n  see %v %q", at, r.Message)
			} else {
				notes = append(notes, r.Message+" (in "+r.Source.Name+")")
			}
		}
		slices.Sort(notes)
		for _, x := range f.Fixes {
			text += fmt.Sprintf("\n  fix %q %v %v", x.Title, x.Confidence, x.Clean)
			for _, e := range x.Edits {
				text += fmt.Sprintf(" %s %v %q", e.Source.Name, e.Span, e.NewText)
			}
		}
		all = append(all, fmt.Sprintf("%s %v-%v item %d %s %s %q %q %s%s", f.Source.Name, start, end, f.Item, f.Severity, f.Code, f.Message, notes, data, text))
	}
	return all
}

// hold holds that each file of a project is checked by signatures as with all texts, and
// that its own signature comes out the same. It gives the signatures.
func (p *project) hold(t *testing.T) (all []*signature.Program) {
	t.Helper()
	for _, name := range p.files {
		want, whole, err := p.found(t, name)
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, p)
		}
		got, own, err := p.foundBy(t, name, all)
		if err != nil && strings.Contains(err.Error(), "a cost contract or a lint rule looks into") && strings.Contains(p.texts[name], "#[cost") {
			all = append(all, whole)
			continue
		}
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, p)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("%s, %s: with signatures something else is found: %s\n%s\n%s", p.name, name, diff, p, signature.Write("test", all))
		}
		if diff := cmp.Diff(signature.Write("", []*signature.Program{whole}), signature.Write("", []*signature.Program{own})); diff != "" {
			t.Fatalf("%s, %s: its signature is another one: %s\n%s", p.name, name, diff, p)
		}
		all = append(all, own)
	}
	return all
}

func seedOf(name string) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(name))
	return rand.New(rand.NewPCG(h.Sum64(), 11))
}

// TestSignatures: a file is checked by its own text and the signatures of what it imports
// as it is with all texts, in programs of all kinds that are cut into files.
func TestSignatures(t *testing.T) {
	if testing.Short() {
		t.Skip("it asks thousands of programs, one after the other")
	}
	programs := manyPrograms(t, 4)
	findings, whole, kept, all := 0, 0, 0, 0
	for _, name := range slices.Sorted(maps.Keys(programs)) {
		p := split(name, programs[name], seedOf(name), 6)
		for _, made := range p.hold(t) {
			all++
			if made.Whole != nil {
				whole++
			}
			for _, item := range made.Items {
				if !item.Outline && strings.HasPrefix(item.Text, "def") {
					kept++
				}
			}
		}
		findings += len(p.files)
	}
	t.Logf("%d programs in %d files, of which %d show their whole text; %d bodies are shown", len(programs), all, whole, kept)
	if whole > all/2 {
		t.Errorf("of %d files %d show their whole text", all, whole)
	}
}
