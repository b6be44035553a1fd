package resource

import (
	"context"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// SpendMemory lets more garbage wait in a process that ends soon: four times what is live, at
// least leastGarbage and at most mostGarbage, but no less than what is live. A command of some
// tens of milliseconds otherwise collects several times while its heap is small. The process
// keeps the collector as it is where GOGC in the environment sets it or memory is scarce.
//
// The percentage is set after each collection for the next one, by what the collection found to
// be live. The first one comes when the heap has leastGarbage bytes.
func SpendMemory() {
	if os.Getenv("GOGC") != "" || Scarce() {
		return
	}
	debug.SetGCPercent(100 * leastGarbage / firstHeap)
	afterCollection(func() {
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(live)
		held := max(live[0].Value.Uint64(), 1)
		debug.SetGCPercent(int(100 * min(max(4*held, leastGarbage), max(mostGarbage, held)) / held))
	})
}

// Bounds of the garbage that SpendMemory lets wait, and the heap at which Go collects first where
// the percentage is 100 (runtime/mgcpacer.go: heapMinimum), in bytes.
const (
	leastGarbage = 32 << 20
	mostGarbage  = 256 << 20
	firstHeap    = 4 << 20
)

// afterCollection calls do after every collection: each time a value that nothing refers to has
// been collected, and then there is a new one.
func afterCollection(do func()) {
	type value struct{ *value } // a value without pointers might share its memory with others
	runtime.AddCleanup(&value{}, func(int) {
		do()
		afterCollection(do)
	}, 0)
}

// restInterval is the time between two looks of BoundGarbage, resting how many bytes a process
// that is at rest allocates in it at most: more than somebody who types makes it allocate, less
// than the check of a large file.
const (
	restInterval = time.Second
	resting      = 8 << 20
)

// leastPercent is the least that BoundGarbage sets the collector to: below it, collections take
// more time than the memory is worth.
const leastPercent = 20

// BoundGarbage keeps a process that works in bursts from holding more than most bytes of garbage
// between them, until the context ends. Go lets garbage grow to the size of what is live, and
// keeps the pages of the largest heap there was. When the process has come to rest with more
// garbage, or more free pages, than that, a collection gives them back to the system, and later
// ones begin after most bytes of garbage. GOGC in the environment keeps the collector as it says.
func BoundGarbage(ctx context.Context, most int64) {
	samples := []metrics.Sample{
		{Name: "/gc/heap/allocs:bytes"},
		{Name: "/gc/heap/live:bytes"},
		{Name: "/memory/classes/heap/objects:bytes"},
		{Name: "/memory/classes/heap/free:bytes"},
	}
	read := func() (allocated, live, held int64) {
		metrics.Read(samples)
		at := func(i int) int64 { return int64(samples[i].Value.Uint64()) }
		return at(0), at(1), at(2) + at(3)
	}
	tick := time.NewTicker(restInterval)
	defer tick.Stop()
	before := int64(0)
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		allocated, live, held := read()
		atRest := allocated-before < resting
		before = allocated
		if !atRest || held-live <= most {
			continue
		}
		debug.FreeOSMemory()
		before, live, _ = read()
		if os.Getenv("GOGC") == "" {
			debug.SetGCPercent(int(min(100, max(leastPercent, 100*most/max(live, 1)))))
		}
	}
}
