//go:build unix

package isolation_test

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestKilledStarter kills a process that started another one: that one ends, which shows in
// the end of the output that it alone holds.
func TestKilledStarter(t *testing.T) {
	starter := exec.Command(os.Args[0], "start")
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	starter.Stdout = write
	if err := starter.Start(); err != nil {
		t.Fatal(err)
	}
	write.Close()
	out := bufio.NewReader(read)
	if line, err := out.ReadString('\n'); strings.TrimSpace(line) != "here" {
		t.Fatalf("the process says %q, %v", line, err)
	}
	if err := starter.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = starter.Wait() // it was killed
	if rest, err := io.ReadAll(out); len(rest) > 0 || err != nil {
		t.Errorf("it goes on with %q, %v", rest, err)
	}
}
