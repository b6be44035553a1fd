// Command manual writes docs/ as a site: `go run ./internal/manual DIR`, from the
// repository's root. With -playground its programs can be edited and run, once the files of
// the playground are put into DIR (`make playground`). Package report has the pages.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/fraccheck/fraccheck/internal/report"
)

func main() {
	playground := flag.Bool("playground", false, "pages load the playground's script and link to its page")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: manual [-playground] DIR")
		os.Exit(2)
	}
	if err := write(".", flag.Arg(0), *playground); err != nil {
		fmt.Fprintln(os.Stderr, "manual:", err)
		os.Exit(1)
	}
}

// first are the documents that a reader needs first, in this order; the others follow by
// their names.
var first = []string{"tour", "language", "types", "models", "onnx-operators", "checks", "cost", "patterns", "normal-forms", "cli", "settings", "editors", "ci"}

// write writes the manual of a repository.
func write(root, dir string, playground bool) error {
	paths, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		return err
	}
	var documents []report.Document
	taken := map[string]bool{}
	for _, name := range first {
		taken[name+".md"] = true
		if documents, err = add(documents, filepath.Join(root, "docs", name+".md")); err != nil {
			return err
		}
	}
	for _, file := range paths {
		if taken[filepath.Base(file)] {
			continue
		}
		if documents, err = add(documents, file); err != nil {
			return err
		}
	}
	images, err := images(root)
	if err != nil {
		return err
	}
	return report.WriteManual(context.Background(), dir, documents, images, playground)
}

func add(documents []report.Document, file string) ([]report.Document, error) {
	text, err := os.ReadFile(file)
	return append(documents, report.Document{Path: "docs/" + filepath.Base(file), Text: string(text)}), err
}

func images(root string) (map[string]string, error) {
	var paths []string
	for _, kind := range []string{"*.svg", "*.png"} {
		found, err := filepath.Glob(filepath.Join(root, "docs", "images", kind))
		if err != nil {
			return nil, err
		}
		paths = append(paths, found...)
	}
	all := map[string]string{}
	for _, file := range paths {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		all["docs/images/"+filepath.Base(file)] = string(text)
	}
	return all, nil
}
