package workspace

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// Fingerprints tell findings of a report apart, in its order, and stay as they are where
// code moves within its file: of each the code, the file, the definition that it stands
// in, its message, and which of several that are alike in all this it is. They are 32
// digits of base 16.
func Fingerprints(findings []Finding) []string {
	prints := make([]string, len(findings))
	seen := map[string]int{}
	for i := range findings {
		key := findings[i].identity()
		seen[key]++
		sum := sha256.Sum256([]byte(key + strconv.Itoa(seen[key])))
		prints[i] = hex.EncodeToString(sum[:16])
	}
	return prints
}

// identity is what stays of a finding where the code around it moves.
func (f *Finding) identity() string {
	return strings.Join([]string{string(f.Code), f.Source.Name, f.DefinitionName(), f.Message, ""}, "\x00")
}

// DefinitionName is the name that the item of a finding declares, if any.
func (f *Finding) DefinitionName() string {
	if f.Source.File == nil {
		return f.Definition
	}
	if f.Item < 0 || f.Item >= len(f.Source.File.Items) {
		return ""
	}
	item := f.Source.File.Items[f.Item]
	if name := item.Declared(); name != syntax.NoNode {
		return item.SourceText(name)
	}
	return ""
}
