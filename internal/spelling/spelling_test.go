package spelling

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"
)

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"dense", "dense", 0}, {"dense", "Dense", 0},
		{"dense", "desne", 1}, {"dense", "densse", 1}, {"dense", "dnse", 1}, {"dense", "danse", 1},
		{"ca", "abc", 3}, // restricted: an exchanged letter is not touched again
		{"kitten", "sitting", 3}, {"ABc", "baC", 1},
	} {
		if got := Distance(c.a, c.b, 9); got != c.want {
			t.Errorf("%s, %s: got %d, want %d", c.a, c.b, got, c.want)
		}
		if got := Distance(c.a, c.b, c.want-1); got < c.want {
			t.Errorf("%s, %s: got %d within %d", c.a, c.b, got, c.want-1)
		}
	}
	if Distance(strings.Repeat("a", 65), strings.Repeat("a", 65), 3) <= 3 {
		t.Error("words over the longest length are compared")
	}
}

func TestNearest(t *testing.T) {
	names := []string{"padding", "strides", "units", "dilation", "out_dtype", "abc", "axis"}
	for written, want := range map[string]string{
		"pading": "padding", "stride": "strides", "STRIDES": "strides", "untis": "units",
		"out_type": "out_dtype", "axes": "axis", "xyz": "", "xsia": "", "b": "", "": "", "ab": "", "axsi": "axis",
	} {
		if got, _ := Nearest(written, names); got != want {
			t.Errorf("%q: got %q, want %q", written, got, want)
		}
	}
}

// words makes names that are alike: few letters, few lengths.
func words(random *rand.Rand, n int) []string {
	out := make([]string, n)
	for i := range out {
		var b strings.Builder
		for range random.Intn(9) {
			b.WriteByte("abcAB@"[random.Intn(6)])
		}
		out[i] = b.String()
	}
	return out
}

// TestIndexFindsWhatAListDoes holds an index against the comparison one by one.
func TestIndexFindsWhatAListDoes(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	for range 300 {
		names := words(random, random.Intn(40))
		x := NewIndex(names)
		for _, written := range words(random, 40) {
			more := words(random, random.Intn(3))
			got, want := x.Near(written, more...), Near(written, slices.Concat(names, more))
			if !slices.Equal(got, want) {
				t.Fatalf("%q in %q and %q: got %q, want %q", written, names, more, got, want)
			}
		}
	}
}

// TestDistanceByDefinition holds the table against its recursive definition.
func TestDistanceByDefinition(t *testing.T) {
	random := rand.New(rand.NewSource(2))
	for range 2000 {
		pair := words(random, 2)
		a, b := strings.ToLower(pair[0]), strings.ToLower(pair[1])
		if got, want := distance(a, b, 20), defined(a, b); got != want {
			t.Fatalf("%q, %q: got %d, want %d", a, b, got, want)
		}
	}
}

func defined(a, b string) int {
	if a == "" || b == "" {
		return len(a) + len(b)
	}
	d := min(defined(a[1:], b), defined(a, b[1:])) + 1
	if a[0] == b[0] {
		d = min(d, defined(a[1:], b[1:]))
	} else {
		d = min(d, defined(a[1:], b[1:])+1)
	}
	if len(a) > 1 && len(b) > 1 && a[0] == b[1] && a[1] == b[0] {
		d = min(d, defined(a[2:], b[2:])+1)
	}
	return d
}

// BenchmarkIndex asks for 1,000 names in 20,000: the time of one name, which is
// not to grow with the list as the list's does.
func BenchmarkIndex(b *testing.B) {
	for name, form := range map[string][2]string{
		"unlike":  {"@f%d", "@nowhere%d"},
		"likely":  {"@layer_%d", "@leyer_%d"},
		"numbers": {"@%d_dense_layer", "@%d_relu_block"},
	} {
		names := make([]string, 20_000)
		for i := range names {
			names[i] = fmt.Sprintf(form[0], i)
		}
		b.Run(name, func(b *testing.B) {
			x, i := NewIndex(names), 0
			for b.Loop() {
				i++
				x.Near(fmt.Sprintf(form[1], i%20_000))
			}
		})
		b.Run(name+"/list", func(b *testing.B) {
			i := 0
			for b.Loop() {
				i++
				Near(fmt.Sprintf(form[1], i%20_000), names)
			}
		})
	}
}

// TestNamesUnlikeEachOther holds that an index of many names leaves none out where
// few have the letters of what was written.
func TestNamesUnlikeEachOther(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	word := func() string {
		letters := make([]byte, 10)
		for i := range letters {
			letters[i] = byte('a' + r.Intn(26))
		}
		return string(letters)
	}
	names := make([]string, 20_000)
	for i := range names {
		names[i] = "@" + word()
	}
	index := NewIndex(names)
	for i := range 100 {
		written := []byte(names[i])
		for range 3 {
			written[1+r.Intn(10)] = 'x'
		}
		if got, want := index.Near(string(written)), Near(string(written), names); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", written, got, want)
		}
	}
}
