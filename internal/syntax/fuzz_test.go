package syntax

import (
	"testing"
)

// FuzzParse holds for any text: the items' texts are the text, the trees are
// well formed, and an item parsed alone is the item in its file.
func FuzzParse(f *testing.F) {
	f.Add(sample, uint(40), uint(3), "}")
	for _, s := range splinters {
		f.Add("def @f(%x) {\n  "+s+" %x\n}\n", uint(8), uint(1), s)
	}
	f.Fuzz(func(t *testing.T, text string, at, length uint, insert string) {
		file := ParseFile("fuzz.frac", text)
		checkFile(t, file)
		checkTokens(t, text)
		for _, item := range file.All() {
			if !equalItems(ParseItem(item.Text), item) {
				t.Fatalf("an item alone differs: %q", item.Text)
			}
		}
		start := int32(min(at, uint(len(text))))
		end := int32(min(uint(start)+length%64, uint(len(text))))
		edited := text[:start] + insert + text[end:]
		equalFiles(t, Reparse(file, Edit{Span{start, end}, insert}), ParseFile("fuzz.frac", edited))
	})
}
