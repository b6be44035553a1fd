package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/fraccheck/fraccheck/workspace"
)

// maxFixRounds bounds how often fixes are applied and the result is checked
// again, should two fixes undo each other.
const maxFixRounds = 10

// applyFixes writes the fixes of a report and checks again, until nothing is
// left that a fix mends. It gives the report on the files as they are then.
func applyFixes(env *environment, snapshot *workspace.Snapshot, paths []string, report *workspace.Report) (*workspace.Report, error) {
	fixed := 0
	for range maxFixRounds {
		texts, n := workspace.ApplyFixes(report.Findings)
		if n == 0 {
			break
		}
		changed, err := writeTexts(texts)
		if err != nil {
			return nil, err
		}
		fixed += n
		snapshot = snapshot.Reload(changed...)
		if report, err = snapshot.Check(context.Background(), paths); err != nil {
			return nil, err
		}
	}
	if fixed > 0 {
		fmt.Fprintf(env.stderr, "fraccheck: %s applied\n", count(fixed, "fix", "fixes"))
	}
	return report, nil
}

func writeTexts(texts map[*workspace.Source]string) (changed []string, err error) {
	for source, text := range texts {
		if err := replaceFile(source.Path, text); err != nil {
			return nil, fmt.Errorf("cannot write %s: %w", source.Name, err)
		}
		changed = append(changed, source.Path)
	}
	return changed, nil
}

// replaceFile puts a new text in a file's place at once: whoever reads it sees
// the old text or the new one.
func replaceFile(path, text string) error {
	path, err := filepath.EvalSymlinks(path)
	if err != nil {
		return err
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	temporary, err := writeBeside(path, text, info.Mode().Perm())
	if err != nil {
		return err
	}
	if err := os.Rename(temporary, path); err != nil {
		os.Remove(temporary)
		return err
	}
	return nil
}

func writeBeside(path, text string, mode os.FileMode) (string, error) {
	file, err := os.CreateTemp(filepath.Dir(path), ".fraccheck-*")
	if err != nil {
		return "", err
	}
	_, err = file.WriteString(text)
	for _, finish := range []func() error{func() error { return file.Chmod(mode) }, file.Sync, file.Close} {
		if problem := finish(); err == nil {
			err = problem
		}
	}
	if err != nil {
		os.Remove(file.Name())
	}
	return file.Name(), err
}
