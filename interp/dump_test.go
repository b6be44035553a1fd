package interp

import (
	"fmt"
	"os"
	"testing"
)

func TestDump(t *testing.T) {
	path := os.Getenv("DUMP")
	if path == "" {
		t.Skip()
	}
	text, _ := os.ReadFile(path)
	p := compile(t, string(text))
	p.prepare(Entry{Item: p.Entries()[0]})
	for _, f := range p.funcs {
		fmt.Println("==", f.index, f.name, f.params)
		for i, w := range f.code {
			fmt.Printf("%4d %3d  a=%d b=%d c=%d  x=%d  raw=%d  %q\n", i, w&255, w>>8&255, w>>16&255, w>>24, int16(w>>16), w, f.item.SourceText(f.nodes[i]))
		}
	}
}
