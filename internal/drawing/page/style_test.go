package page

import (
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/drawing"
)

// TestContrast holds that texts can be read in both schemes (WCAG 2.1, contrast of at
// least 4.5), and that the colours of classes differ.
func TestContrast(t *testing.T) {
	for name, c := range map[string]scheme{"light": light, "dark": dark} {
		check := func(what, text, ground string) {
			if r := contrast(t, text, ground); r < 4.5 {
				t.Errorf("%s: %s has a contrast of %.1f", name, what, r)
			}
		}
		for _, ground := range []string{c.paper, c.frame, c.inner} {
			check("text", c.text, ground)
			check("faint text", c.faint, ground)
			check("what is static", c.static, ground)
			check("what depends on data", c.dependent, ground)
		}
		seen := map[palette]drawing.Class{}
		for i, p := range c.classes {
			class := drawing.Class(i)
			if class == drawing.Outcome {
				check("a result", c.inner, p.ground)
				continue
			}
			check(class.String(), c.text, p.ground)
			check("an argument of "+class.String(), c.faint, p.ground)
			if other, is := seen[p]; is {
				t.Errorf("%s: %v and %v look alike", name, other, class)
			}
			seen[p] = class
		}
	}
}

func contrast(t *testing.T, a, b string) float64 {
	t.Helper()
	x, y := luminance(t, a), luminance(t, b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func luminance(t *testing.T, colour string) float64 {
	t.Helper()
	n, err := strconv.ParseUint(strings.TrimPrefix(colour, "#"), 16, 32)
	if err != nil || len(colour) != 7 {
		t.Fatalf("%q is no colour", colour)
	}
	channel := func(v uint64) float64 {
		x := float64(v&0xff) / 255
		if x <= 0.03928 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	return 0.2126*channel(n>>16) + 0.7152*channel(n>>8) + 0.0722*channel(n)
}

// TestWidth compares the widths of characters with those in Liberation Sans, which has the
// metrics of Helvetica. The file has the advance of each in thousandths of the size, as the
// font says it.
func TestWidth(t *testing.T) {
	recorded, err := os.ReadFile("testdata/liberation_sans.tsv")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for line := range strings.Lines(string(recorded)) {
		letter, text, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		want, err := strconv.ParseFloat(text, 64)
		if err != nil {
			t.Fatal(err)
		}
		if w := width(letter, 1000); math.Abs(w-want) > 2 {
			t.Errorf("%q: %.2f, want %.2f", letter, w, want)
		}
		seen++
	}
	if seen != '~'-' '+1 {
		t.Errorf("%d characters", seen)
	}
	if width("日本", 10) <= width("ab", 10) {
		t.Error("wide characters are narrow")
	}
}

// TestTextsFit has each text of a graph as wide as its box was made for, in whatever font.
func TestTextsFit(t *testing.T) {
	for _, test := range []struct {
		class, text string
		want        float64
	}{
		{"name", "relu", width("relu", nameSize)},
		{"static arg", "(n, m)", width("(n, m)", argSize)},
		{"caption", "@f", width("@f", nameSize) * bold},
		{"type", "日本", 0}, // no letters of Helvetica
		{"other", "x", 0},
	} {
		if got := widthIn(test.class, test.text); math.Abs(got-test.want) > 1e-9 {
			t.Errorf("%s as %s: %v, want %v", test.text, test.class, got, test.want)
		}
	}
	var w writer
	w.text("name", 1, 2, "relu")
	if got, want := w.String(), `<text class="name" x="1" y="2" textLength="20" lengthAdjust="spacingAndGlyphs">relu</text>`; strings.TrimSpace(got) != want {
		t.Errorf("%s, want %s", got, want)
	}
}
