package resource

import (
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
