package random

import "testing"

// The answers are those that the authors of Threefry publish with their code (Random123).
func TestThreefry(t *testing.T) {
	ones := ^uint64(0)
	tests := []struct{ key, counter, want block }{
		{block{}, block{}, block{0x09218ebde6c85537, 0x55941f5266d86105, 0x4bd25e16282434dc, 0xee29ec846bd2e40b}},
		{block{ones, ones, ones, ones}, block{ones, ones, ones, ones}, block{0x29c24097942bba1b, 0x0371bbfb0f6f4e11, 0x3c231ffa33f83a1c, 0xcd29113fde32d168}},
	}
	for _, test := range tests {
		if got := threefry(test.key, test.counter); got != test.want {
			t.Errorf("key %x, counter %x: %x, want %x", test.key, test.counter, got, test.want)
		}
	}
}

// A state counts blocks over all four words.
func TestAhead(t *testing.T) {
	g := generator{counter: block{^uint64(0), ^uint64(0)}}
	if got, want := g.ahead(2).counter, (block{1, 0, 1}); got != want {
		t.Errorf("two blocks later: %x, want %x", got, want)
	}
	if g.block(3) != g.ahead(3).block(0) {
		t.Error("block 3 is not the first one of the state 3 blocks later")
	}
}
