package resource

import (
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"
	"time"
)

// TestBoundGarbage drops a large value and waits until the process holds no more than its live
// heap and the bound.
func TestBoundGarbage(t *testing.T) {
	const most, dropped = 16 << 20, 256 << 20
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	large := make([]byte, dropped)
	for i := range large {
		large[i] = 1
	}
	go BoundGarbage(t.Context(), most)
	samples := []metrics.Sample{{Name: "/gc/heap/live:bytes"}, {Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/free:bytes"}}
	for range 100 {
		metrics.Read(samples)
		if held := samples[1].Value.Uint64() + samples[2].Value.Uint64(); held <= samples[0].Value.Uint64()+most {
			return
		}
		time.Sleep(200 * time.Millisecond)
	}
	t.Errorf("the process holds %d bytes of which %d are live", samples[1].Value.Uint64()+samples[2].Value.Uint64(), samples[0].Value.Uint64())
}

// spends marks the process in which TestSpendMemory changes the collector.
const spends = "FRACCHECK_TEST_SPENDS"

var sink []byte

// TestSpendMemory makes less garbage than SpendMemory lets wait, in a process of its own, and
// then a live heap so large that no more garbage than mostGarbage may wait.
func TestSpendMemory(t *testing.T) {
	if os.Getenv(spends) == "" {
		cmd := exec.Command(os.Args[0], "-test.run=^TestSpendMemory$")
		cmd.Env = append(os.Environ(), spends+"=1", "GOGC=", "GOMEMLIMIT=off")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return
	}
	var before, after runtime.MemStats
	SpendMemory()
	runtime.ReadMemStats(&before)
	for range leastGarbage / 2 / (64 << 10) {
		sink = make([]byte, 64<<10)
	}
	runtime.ReadMemStats(&after)
	if after.NumGC != before.NumGC {
		t.Errorf("%d collections for %d bytes of garbage", after.NumGC-before.NumGC, leastGarbage/2)
	}
	sink = make([]byte, mostGarbage)
	runtime.GC()
	percent := []metrics.Sample{{Name: "/gc/gogc:percent"}}
	for range 100 {
		metrics.Read(percent)
		if at := percent[0].Value.Uint64(); at > 50 && at <= 100 {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Errorf("the percentage is %d where %d bytes are live", percent[0].Value.Uint64(), mostGarbage)
}
