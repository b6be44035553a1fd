package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/fraccheck/fraccheck/internal/cache"
)

// TestCacheKilled kills checks at moments spread over their life, most of them while the
// cache is written. The cache stays whole, the programs stay as they are, and what the
// next check finds is what a check without a cache finds.
func TestCacheKilled(t *testing.T) {
	kills := 200
	if testing.Short() {
		kills = 20
	}
	dir, caches, program := t.TempDir(), t.TempDir(), programIn(t, t.TempDir())
	var want []byte
	for i := range 40 {
		text := fmt.Appendf(nil, "def @f%d(%%x: int32) -> float32 { %%x }\ndef @g%d() { %d }\n", i, i, i)
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("f%d.frac", i)), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	check := func() *exec.Cmd {
		c := exec.Command(program, "check", "--format=short", ".")
		c.Dir, c.Env = dir, append(os.Environ(), cacheVariable+"="+caches)
		return c
	}
	begun := time.Now()
	want, _ = check().Output()
	life := time.Since(begun)
	if !bytes.Contains(want, []byte("f39.frac")) {
		t.Fatalf("the check printed %q", want)
	}
	for i := range kills {
		if i%4 == 0 {
			if _, err := cache.Clean(caches); err != nil {
				t.Fatal(err)
			}
		}
		c := check()
		var out bytes.Buffer
		c.Stdout = &out
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(life * time.Duration(i) / time.Duration(kills))
		_ = c.Process.Kill()
		_ = c.Wait()
		if printed := out.Bytes(); len(printed) > 0 && !bytes.Equal(printed, want) {
			t.Fatalf("kill %d: half of the findings were printed:\n%s", i, printed)
		}
		if status, err := cache.Verify(caches); err != nil || len(status.Damaged) > 0 {
			t.Fatalf("kill %d: %+v, %v", i, status, err)
		}
	}
	if got, _ := check().Output(); !bytes.Equal(got, want) {
		t.Errorf("after all kills:\n%s\nbefore:\n%s", got, want)
	}
}
