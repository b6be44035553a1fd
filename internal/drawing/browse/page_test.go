package browse_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fraccheck/fraccheck/internal/drawing"
	"github.com/fraccheck/fraccheck/internal/drawing/browse"
	"github.com/fraccheck/fraccheck/internal/steps"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/picture"
)

var update = flag.Bool("update", false, "write the data of the small page")

func open(text string) (*workspace.Snapshot, string) {
	path := "/program.frac"
	return workspace.Open(workspace.Options{
		Files: workspace.Overlay{Files: workspace.Disk{}, Texts: map[string]string{path: text}}, Root: "/",
	}), path
}

func view(t *testing.T, text string) *browse.View {
	t.Helper()
	s, path := open(text)
	v, err := picture.View(s, path, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// A pageData is what the tests read of a page's data.
type pageData struct {
	Views []struct {
		Strings  []string
		Parent   []int
		Form     []int
		Head     []int
		Times    map[string]int
		Ins      [][]int
		Costs    [4][]float64
		Formulas map[string][4]int
		Ends     [][2]int
		Frames   map[string]struct {
			Entries, Exits, Edges []int
			Layers                [][]int
			Tracks                [][]int
		}
		Timeline struct {
			Boxes []int
			Live  []float64
		}
	}
	Marks []struct {
		Change string
		Boxes  [2]int
		Text   string
	}
}

var dataElement = regexp.MustCompile(`(?s)<script type="application/json" id="data">(.*?)</script>`)

func dataOf(t *testing.T, page []byte) (text []byte, data pageData) {
	t.Helper()
	found := dataElement.FindSubmatch(page)
	if found == nil {
		t.Fatal("the page has no data")
	}
	if err := json.Unmarshal(found[1], &data); err != nil {
		t.Fatal(err)
	}
	return found[1], data
}

const small = `def @main<n>(%x: Tensor[(n, 4), float32], %w: Tensor[(4, 4), float32], %c: bool) {
  let %y = nn.relu(nn.dense(%x, %w, units=4));
  if (%c) { exp(%y) } else { tanh(negative(%y)) }
}
`

// TestSmallPage holds the data of a small page, but for the colours.
func TestSmallPage(t *testing.T) {
	text, _ := dataOf(t, browse.Page(view(t, small)))
	var data map[string]any
	if err := json.Unmarshal(text, &data); err != nil {
		t.Fatal(err)
	}
	delete(data, "colours")
	delete(data["views"].([]any)[0].(map[string]any), "classes")
	got, err := json.MarshalIndent(data, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	got = append(got, '\n')
	if *update {
		if err := os.WriteFile("testdata/small.json", got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/small.json")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("the data differ (-want +got):\n%s", diff)
	}
}

// TestWires compares a page with the picture that it shows: its boxes and wires, and each wire
// as a path of edges from frame to frame.
func TestWires(t *testing.T) {
	for _, text := range []string{small, layers(6), wide(120)} {
		v := view(t, text)
		_, data := dataOf(t, browse.Page(v))
		page := data.Views[0]
		var boxes []*drawing.Box
		number := map[*drawing.Box]int{}
		v.Picture.Walk(func(b *drawing.Box) {
			number[b] = len(boxes)
			boxes = append(boxes, b)
		})
		if len(page.Parent) != len(boxes) {
			t.Fatalf("%d boxes, want %d", len(page.Parent), len(boxes))
		}
		edges := map[[4]int]bool{} // frame, from, to, end: boxes, or -1 where that is a port
		for i, b := range boxes {
			f, ok := page.Frames[fmt.Sprint(i)]
			if !ok {
				continue
			}
			box := func(node int) int {
				if k := node - len(f.Entries); k >= 0 && k < len(b.Kids) {
					return number[b.Kids[k]]
				}
				return -1
			}
			for e := 0; e < len(f.Edges); e += 3 {
				edges[[4]int{i, box(f.Edges[e]), box(f.Edges[e+1]), f.Edges[e+2]}] = true
			}
		}
		ends := map[[2]int]int{}
		for i, e := range page.Ends {
			ends[e] = i
		}
		for i, b := range boxes {
			for k, w := range b.In {
				if from := page.Ins[i][2*k]; from != number[w.From] || page.Ins[i][2*k+1] != w.Out {
					t.Errorf("wire %d of box %d comes from %d", k, i, from)
				}
				e, from, to := ends[[2]int{number[w.From], w.Out}], number[w.From], i
				for page.Parent[from] >= 0 && !contains(page.Parent, page.Parent[from], i) {
					if !edges[[4]int{page.Parent[from], from, -1, e}] {
						t.Errorf("the wire %d → %d does not leave box %d", number[w.From], i, page.Parent[from])
					}
					from = page.Parent[from]
				}
				for page.Parent[to] != page.Parent[from] {
					if !edges[[4]int{page.Parent[to], -1, to, e}] {
						t.Errorf("the wire %d → %d does not enter box %d", number[w.From], i, page.Parent[to])
					}
					to = page.Parent[to]
				}
				if !edges[[4]int{page.Parent[from], from, to, e}] {
					t.Errorf("the wire %d → %d is missing in box %d", number[w.From], i, page.Parent[from])
				}
			}
		}
	}
}

// contains reports whether a box lies in a frame.
func contains(parent []int, frame, box int) bool {
	for ; box >= 0; box = parent[box] {
		if box == frame {
			return true
		}
	}
	return false
}

// layers is a net of equal layers.
func layers(n int) string {
	var b strings.Builder
	b.WriteString("def @main(%x: Tensor[(1, 4), float32], %w: Tensor[(4, 4), float32]) {\n  let %v0 = %x;\n")
	for i := range n {
		fmt.Fprintf(&b, "  let %%a%d = nn.dense(%%v%[1]d, %%w, units=4);\n  let %%b%[1]d = nn.relu(%%a%[1]d);\n  let %%c%[1]d = tanh(%%b%[1]d);\n  let %%v%[2]d = add(%%c%[1]d, %%v%[1]d);\n", i, i+1)
	}
	fmt.Fprintf(&b, "  %%v%d\n}\n", n)
	return b.String()
}

// wide is a program whose operators use each other at random.
func wide(n int) string {
	var b strings.Builder
	b.WriteString("def @main(%x: Tensor[(4), float32]) {\n  let %v0 = %x;\n")
	for i := 1; i < n; i++ {
		fmt.Fprintf(&b, "  let %%v%d = add(%%v%d, multiply(%%v%d, %%x));\n", i, max(i-1-i%7, 0), max(i-1-i*i%97, 0))
	}
	fmt.Fprintf(&b, "  %%v%d\n}\n", n-1)
	return b.String()
}

// TestCopies holds that equal layers are copies, and that none of their operators is lost.
func TestCopies(t *testing.T) {
	_, data := dataOf(t, browse.Page(view(t, layers(12))))
	page := data.Views[0]
	if len(page.Times) != 1 {
		t.Fatalf("%d groups of copies, want 1", len(page.Times))
	}
	for id, times := range page.Times {
		if times != 12 {
			t.Errorf("%d copies, want 12", times)
		}
		copies, dense := 0, 0
		for i, p := range page.Parent {
			if fmt.Sprint(p) == id {
				copies++
			}
			if page.Strings[page.Head[i]] == "nn.dense" {
				dense++
			}
		}
		if copies != 12 || dense != 12 {
			t.Errorf("%d frames and %d layers, want 12 of each", copies, dense)
		}
	}
	if macs := page.Costs[0][0]; macs != 12*16 {
		t.Errorf("%v multiply-adds, want %d", macs, 12*16)
	}
}

// TestMemory holds the memory of each step of a chain: its operand and its result.
func TestMemory(t *testing.T) {
	_, data := dataOf(t, browse.Page(view(t, "def @main(%x: Tensor[(4), float32]) { concatenate((tanh(exp(%x)), %x), axis=0) }\n")))
	if diff := cmp.Diff([]float64{32, 48, 64}, data.Views[0].Timeline.Live); diff != "" {
		t.Errorf("live bytes differ (-want +got):\n%s", diff)
	}
}

// TestHostileNames holds that what a model calls its parts stays data.
func TestHostileNames(t *testing.T) {
	const name = "</script><script>alert(1)</script><!--<script>\u2028\"'&"
	hostile := func() *browse.View {
		v := view(t, small)
		v.Name = name
		v.Picture.Walk(func(b *drawing.Box) {
			b.Head().Name, b.Head().Title, b.Head().Origin = name, name, 1
		})
		v.Weights = []browse.Weight{{Name: name, Type: name, Note: name}}
		v.Notes = []string{name}
		return v
	}
	one := browse.Page(view(t, small))
	comparison := &browse.Comparison{Old: hostile(), New: hostile(), Marks: []browse.Mark{
		{Change: browse.Rewired, Old: 0, New: 0, Text: name}, {Change: browse.Added, Old: -1, New: 7, Text: name},
	}}
	for _, page := range [][]byte{browse.Page(hostile()), comparison.Page()} {
		for _, part := range []string{"<script", "</script", "<!--"} {
			if got, want := bytes.Count(page, []byte(part)), bytes.Count(one, []byte(part)); got != want {
				t.Errorf("%q is %d times in the page, want %d", part, got, want)
			}
		}
	}
	_, data := dataOf(t, comparison.Page())
	if diff := cmp.Diff([2]int{0, 0}, data.Marks[0].Boxes); diff != "" || data.Marks[0].Text != name || data.Marks[0].Change != "rewired" {
		t.Errorf("the mark is %+v", data.Marks[0])
	}
	if data.Marks[1].Boxes != [2]int{-1, -1} {
		t.Errorf("a node that no box shows has the boxes %v", data.Marks[1].Boxes)
	}
}

// TestPolicy holds that the page's policy allows its own script and style, and nothing else.
func TestPolicy(t *testing.T) {
	page := string(browse.Page(view(t, small)))
	policy := regexp.MustCompile(`Content-Security-Policy" content="([^"]*)"`).FindStringSubmatch(page)
	script := regexp.MustCompile(`(?s)<script>(.*?)</script>`).FindStringSubmatch(page)
	style := regexp.MustCompile(`(?s)<style>(.*?)</style>`).FindStringSubmatch(page)
	if policy == nil || script == nil || style == nil {
		t.Fatal("a part of the page is missing")
	}
	digest := func(text string) string {
		sum := sha256.Sum256([]byte(text))
		return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	want := "default-src 'none'; script-src " + digest(script[1]) + "; style-src " + digest(style[1]) + "; base-uri 'none'; form-action 'none'"
	if policy[1] != want {
		t.Errorf("the policy is %s, want %s", policy[1], want)
	}
	for _, part := range []string{"http://", "https://", "innerHTML", "eval(", "document.write"} {
		if strings.Contains(strings.ReplaceAll(page, `"http://www.w3.org/2000/svg"`, ""), part) {
			t.Errorf("the page has %q", part)
		}
	}
}

// TestLinearWork holds that the work grows with the program: eight times the operators take at
// most twelve times the steps.
func TestLinearWork(t *testing.T) {
	for name, program := range map[string]func(int) string{"random": wide, "layers": layers} {
		const n = 300
		most := 0
		for limit := 1 << 10; ; limit = limit * 5 / 4 {
			if within(t, program(n), limit) {
				most = limit
				break
			}
		}
		if !within(t, program(8*n), 12*most) {
			t.Errorf("%s: %d operators take more than 12 times the %d steps of %d", name, 8*n, most, n)
		}
	}
}

// within reports whether a program is drawn within so many steps.
func within(t *testing.T, text string, limit int) bool {
	t.Helper()
	s, path := open(text)
	items, err := picture.Drawn(s, path, "")
	if err != nil {
		t.Fatal(err)
	}
	return steps.Run(func() {
		p := drawing.Within(steps.New(context.Background(), limit), items...)
		p.Nest()
		browse.Page(&browse.View{Name: path, Picture: p})
	}) == nil
}

func TestStatistics(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for _, c := range []struct {
		name     string
		elements []float32
		want     browse.Statistics
	}{
		{"numbers", []float32{-1, 0, 1, 2}, browse.Statistics{Elements: 4, Zeros: 1, Min: -1, Max: 2, Mean: 0.5, Deviation: math.Sqrt(1.25)}},
		{"no numbers", []float32{nan, 3, inf, 3}, browse.Statistics{Elements: 4, NaNs: 1, Infinite: 1, Min: 3, Max: 3, Mean: 3}},
	} {
		a := value.NewArray(value.Float32, []int{len(c.elements)})
		copy(a.Data.([]float32), c.elements)
		got := *browse.StatisticsOf(a)
		sum := 0
		for _, n := range got.Histogram {
			sum += n
		}
		if want := len(c.elements) - got.NaNs - got.Infinite; sum != want {
			t.Errorf("%s: the histogram has %d elements, want %d", c.name, sum, want)
		}
		got.Histogram = nil
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
	a := value.NewArray(value.Float32, []int{1})
	a.Data.([]float32)[0] = nan
	if got := browse.StatisticsOf(a); got.Histogram != nil || got.NaNs != 1 {
		t.Errorf("a tensor of NaN has %+v", got)
	}
}
