package scratch_test

import (
	"runtime"
	"runtime/debug"
	"slices"
	"testing"

	"github.com/fraccheck/fraccheck/internal/scratch"
)

// TestRoomIsUsedAgain holds that what was put back is given again, and what has grown too
// large is not.
func TestRoomIsUsedAgain(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // what is kept is kept by processor
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	var p scratch.Pool[[]int]
	large := p.Get()
	*large = make([]int, scratch.Most+1)
	for range 100 { // under the race detector a pool drops some of what it is given
		p.Put(large, cap(*large))
	}
	small := p.Get()
	if small == large || *small != nil {
		t.Error("what has grown too large is used again")
	}
	again := 0
	for range 100 {
		v := p.Get()
		p.Put(v, scratch.Most)
		if next := p.Get(); next == v {
			again++
		}
	}
	if again == 0 {
		t.Error("nothing is used again")
	}
}

func TestCleared(t *testing.T) {
	room := []int32{1, 2, 3}
	if got := scratch.Cleared(&room, 2); !slices.Equal(got, []int32{0, 0}) || &got[0] != &room[0] || cap(room) != 3 {
		t.Error(got, room)
	}
	if got := scratch.Cleared(&room, 5); !slices.Equal(got, make([]int32, 5)) || &got[0] != &room[0] {
		t.Error(got, room)
	}
}
