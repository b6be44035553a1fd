package chart

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

func squares(n int) (points []Point) {
	for i := range n {
		points = append(points, Point{float64(i), float64(i * i)})
	}
	return points
}

func panels(n int) (all []Panel) {
	for i := range n {
		all = append(all, Panel{Title: fmt.Sprintf("@f%d", i), X: "n", Y: "work", Measured: squares(40), Others: squares(3), Bound: squares(50)})
	}
	return all
}

// A page holds Most panels, with the caption, and is the same each time.
func TestSVG(t *testing.T) {
	first := Draw(panels(Most+1), "twelve of them")
	for i := range Most + 1 {
		if shown := bytes.Contains(first, fmt.Appendf(nil, ">@f%d</text>", i)); shown != (i < Most) {
			t.Errorf("@f%d: %v", i, shown)
		}
	}
	if !bytes.Contains(first, []byte(">twelve of them</text>")) {
		t.Error("no caption")
	}
	for d := xml.NewDecoder(bytes.NewReader(first)); ; {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	if second := Draw(panels(Most+1), "twelve of them"); !bytes.Equal(first, second) {
		t.Error("drawn again, it differs")
	}
}

// A panel that is alone is as wide as the page.
func TestOnePanel(t *testing.T) {
	text := string(Draw(panels(1), ""))
	width, err := strconv.ParseFloat(regexp.MustCompile(`<svg[^>]* width="([0-9.]+)"`).FindStringSubmatch(text)[1], 64)
	if err != nil {
		t.Fatal(err)
	}
	farthest := 0.0
	for _, m := range regexp.MustCompile(`<circle[^>]* cx="([0-9.]+)"`).FindAllStringSubmatch(text, -1) {
		x, _ := strconv.ParseFloat(m[1], 64)
		farthest = max(farthest, x)
	}
	if farthest < 0.8*width {
		t.Errorf("the points end at %v of %v", farthest, width)
	}
}

// A bound from below is a curve of its own, and in the legend if there is one.
func TestBelow(t *testing.T) {
	p := panels(1)
	if plain := Draw(p, ""); bytes.Contains(plain, []byte("below")) || bytes.Contains(plain, []byte(`class="second line"`)) {
		t.Error("a bound from below is drawn that is not there")
	}
	p[0].Least = squares(20)
	if got := bytes.Count(Draw(p, ""), []byte(`class="second line"`)); got != 2 {
		t.Errorf("%d dashed lines, want one in the panel and one in the legend", got)
	}
}

// Panels are side by side as far as there is room, and all marks are on the page.
func TestColumns(t *testing.T) {
	size := regexp.MustCompile(`<svg [^>]*width="([0-9.]+)" height="([0-9.]+)"`)
	dot := regexp.MustCompile(`<circle class="[a-z]+" cx="([-0-9.]+)" cy="([-0-9.]+)"`)
	number := func(text []byte) float64 {
		x, err := strconv.ParseFloat(string(text), 64)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	for n, wide := range map[int]bool{1: false, 4: false, 5: true, 12: true} {
		svg := Draw(panels(n), "")
		m := size.FindSubmatch(svg)
		width, height := number(m[1]), number(m[2])
		if (width > 700) != wide {
			t.Errorf("%d panels are %v wide", n, width)
		}
		dots := dot.FindAllSubmatch(svg, -1)
		if len(dots) != n*(39+2)+2 {
			t.Errorf("%d panels have %d points", n, len(dots))
		}
		for _, d := range dots {
			if x, y := number(d[1]), number(d[2]); x < margin || x > width-margin || y < margin || y > height-margin {
				t.Errorf("%d panels: a point at %v, %v of %v, %v", n, x, y, width, height)
			}
		}
	}
}

// What has no place on logarithmic axes is left out, and so may be everything.
func TestNothingPositive(t *testing.T) {
	for _, p := range []Panel{{Title: "@f"}, {Title: "@f", Measured: []Point{{0, 3}, {2, 0}, {-1, 1}}}, {Title: "@f", Measured: []Point{{5, 5}}}} {
		svg := Draw([]Panel{p}, "")
		if bytes.Contains(svg, []byte("NaN")) || bytes.Contains(svg, []byte("Inf")) {
			t.Errorf("%v: %s", p, svg)
		}
	}
}

func TestTicks(t *testing.T) {
	for _, test := range []struct {
		low, high float64
		want      string
	}{
		{1, 1000, "1 10 100 1000"},
		{3, 90, "5 10 20 50"},
		{0.5, 2e5, "1 10 100 1000 10⁴ 10⁵"},
		{1, 1e14, "1 1000 10⁶ 10⁹ 10¹²"},
		{0, 10, ""},
	} {
		var labels []string
		for _, mark := range ticks(test.low, test.high) {
			if mark.label != "" {
				labels = append(labels, mark.label)
			}
		}
		if got := strings.Join(labels, " "); got != test.want {
			t.Errorf("%g to %g: %s, want %s", test.low, test.high, got, test.want)
		}
	}
}

func TestFormula(t *testing.T) {
	for text, want := range map[string]string{"O(3*|x|^2)": "O(3·|x|²)", "O(n^10*2^n)": "O(n¹⁰·2^n)"} {
		if got := Formula(text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
