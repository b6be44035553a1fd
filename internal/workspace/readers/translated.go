package readers

import (
	"path/filepath"

	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/model/fractaltensor"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
)

// maxParents is how many directories above a file are searched for a module that it imports.
const maxParents = 4

// Translate reads a text in another language as a program. What it imports is looked for beside
// it, and in the directories above.
func Translate(files sourcefile.Files, path, text string) *model.Translation {
	var reads []string
	t := fractaltensor.Read(text, func(components []string, dots int) (string, bool) {
		dir := filepath.Dir(path)
		for i := range maxParents {
			if dots == 0 || i == dots-1 {
				module := filepath.Join(append([]string{dir}, components...)...)
				for _, file := range []string{module + ".py", filepath.Join(module, "__init__.py")} {
					reads = append(reads, file)
					if text, _, err := sourcefile.ReadText(files, file, disk.Rules); err == nil {
						return text, true
					}
				}
			}
			dir = filepath.Dir(dir)
		}
		return "", false
	})
	t.Reads = reads
	return t
}
