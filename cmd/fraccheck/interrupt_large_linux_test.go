package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestInterruptLarge sends both signals to each command that goes over a large program. Each
// ends, whether or not its loops look at their context. A command that was done before has
// the status that it has otherwise.
func TestInterruptLarge(t *testing.T) {
	const links, guard = 20_000, time.Minute
	dir := t.TempDir()
	program := programIn(t, dir)
	var b strings.Builder
	b.WriteString("def @main(%c0: Tensor[(4), float32]) -> Tensor[(4), float32] {\n")
	for i := range links {
		fmt.Fprintf(&b, "  let %%c%d = nn.relu(%%c%d);\n", i+1, i)
	}
	fmt.Fprintf(&b, "  %%c%d\n}\n@main(ones(shape=(4,)))\n", links)
	check(t, os.WriteFile(filepath.Join(dir, "large.frac"), []byte(b.String()), 0o666))
	check(t, os.WriteFile(filepath.Join(dir, "r.fracrule"), []byte("partition p { let c = nn.relu(c) | nn.relu(_)  match c }\nrewrite r { var x  match nn.relu(nn.relu(x))  with nn.relu(x) }\n"), 0o666))
	for _, args := range [][]string{
		{"check"}, {"types"}, {"cost"}, {"fmt"}, {"convert", "--to=gnf"}, {"match", "-e", "nn.relu(_)"}, {"run"}, {"test"},
		{"partition", "--rules=r.fracrule"}, {"rewrite", "--rules=r.fracrule"}, {"show", "graph"}, {"report", "-o", "site"},
	} {
		for _, signal := range endSignals {
			command := exec.Command(program, append(args, "large.frac")...)
			command.Dir, command.Env = dir, append(os.Environ(), cacheVariable+"=off")
			check(t, command.Start())
			time.Sleep(200 * time.Millisecond)
			_ = command.Process.Signal(signal) // it may have ended
			hung := time.AfterFunc(guard, func() { _ = command.Process.Kill() })
			_ = command.Wait() // its status is looked at
			if !hung.Stop() {
				t.Errorf("%v goes on after %v", args, signal)
			}
		}
	}
}
