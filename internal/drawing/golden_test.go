package drawing_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/google/go-cmp/cmp"

	"github.com/fraccheck/fraccheck/internal/drawing"
)

var update = flag.Bool("update", false, "write the pictures into the archives")

// TestPictures draws the programs of the archives: after each stands its picture as
// text, one box a line, and if it is another one the shortened picture.
func TestPictures(t *testing.T) {
	for _, path := range []string{"testdata/boxes.txtar", "testdata/short.txtar"} {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i+1 < len(archive.Files); i += 2 {
			name := archive.Files[i].Name
			p := drawing.Of(items(t, name, string(archive.Files[i].Data))...)
			if strings.HasPrefix(path, "testdata/short") {
				p.Shorten()
			}
			sound(t, p)
			got, want := dump(p), string(archive.Files[i+1].Data)
			if diff := cmp.Diff(want, got); diff != "" && !*update {
				t.Errorf("%s of %s (-want +got):\n%s", name, path, diff)
			}
			archive.Files[i+1].Data = []byte(got)
		}
		if *update {
			if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// dump writes a picture: what lies in a box is below it, `<-` are its wires (in later
// copies of `in` from `then`), `->` what it gives.
func dump(p *drawing.Picture) string {
	var out strings.Builder
	var write func(b *drawing.Box, indent string)
	write = func(b *drawing.Box, indent string) {
		fmt.Fprintf(&out, "%s%d %v", indent, b.ID, b.Form)
		if b.Times > 0 {
			fmt.Fprintf(&out, " × %d", b.Times)
		}
		if b.Operators > 0 {
			fmt.Fprintf(&out, " of %d", b.Operators)
		}
		for i, s := range b.Steps {
			fmt.Fprintf(&out, "%s %v %s", []string{"", " |"}[min(i, 1)], s.Class, call(s))
		}
		for _, w := range b.In {
			fmt.Fprintf(&out, " <- %d%s", w.From.ID, w.From.Outs[w.Out].Label)
			for _, c := range w.Again {
				fmt.Fprintf(&out, " then %d%s in %d", c.Box.ID, c.Box.Outs[c.Out].Label, c.Of.ID)
			}
		}
		for _, o := range b.Outs {
			fmt.Fprintf(&out, " -> %s: %s", o.Label, o.Type)
			if o.Each {
				out.WriteString(" of each")
			}
		}
		out.WriteString("\n")
		for _, kid := range b.Kids {
			write(kid, indent+"  ")
		}
	}
	for _, item := range p.Items {
		write(item, "")
	}
	return out.String()
}

func call(s drawing.Step) string {
	var args []string
	for _, a := range s.Args {
		args = append(args, a.Text)
	}
	if len(args) == 0 {
		return s.Name
	}
	return s.Name + "(" + strings.Join(args, ", ") + ")"
}
