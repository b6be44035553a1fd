//go:build unix

package lifeline

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// role is what this test program is to be, instead of one that tests.
const role = "LIFELINE_TEST_ROLE"

func TestMain(m *testing.M) {
	switch os.Getenv(role) {
	case "child": // it says that it is there, and then hears nothing but the line
		Follow(func() { os.Exit(0) })
		os.Stdout.WriteString("here\n")
		select {}
	case "starter":
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), role+"=child")
		child.Stdout = os.Stdout
		line, err := Attach(child)
		if err != nil || child.Start() != nil {
			os.Exit(1)
		}
		line.Started()
		select {}
	}
	os.Exit(m.Run())
}

// TestKilledStarter kills a process that started another one: that one ends, which shows in
// the end of the output that it alone holds.
func TestKilledStarter(t *testing.T) {
	starter := exec.Command(os.Args[0])
	starter.Env = append(os.Environ(), role+"=starter")
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
