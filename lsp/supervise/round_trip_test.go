package supervise_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"testing"

	"github.com/fraccheck/fraccheck/lsp/frame"
	"github.com/fraccheck/fraccheck/lsp/supervise"
)

// benchmarkedChild is the command of a child that serves.
func benchmarkedChild(supervise.Start) *exec.Cmd {
	return exec.Command(os.Args[0], "child", "0", "", "")
}

// BenchmarkRoundTrip asks what is answered at once: the child itself, and through the
// process that has the connection.
func BenchmarkRoundTrip(b *testing.B) {
	b.Run("direct", func(b *testing.B) {
		child := benchmarkedChild(supervise.Start{})
		in, _ := child.StdinPipe()
		out, _ := child.StdoutPipe()
		if err := child.Start(); err != nil {
			b.Fatal(err)
		}
		ask(b, in, out)
		_ = in.Close()
		_ = child.Wait() // with status 1: nobody said exit
	})
	b.Run("supervised", func(b *testing.B) {
		theirs, in, _ := os.Pipe()
		out, answers, err := os.Pipe()
		if err != nil {
			b.Fatal(err)
		}
		ended := make(chan error)
		go func() {
			ended <- supervise.Serve(context.Background(), ends{theirs, answers}, io.Discard, supervise.Options{Command: benchmarkedChild})
		}()
		ask(b, in, out)
		_ = in.Close()
		<-ended
		_ = out.Close()
	})
}

// ends are those of two pipes.
type ends struct {
	*os.File // to read from
	answers  *os.File
}

func (e ends) Write(text []byte) (int, error) { return e.answers.Write(text) }

func (e ends) Close() error {
	_ = e.answers.Close()
	return e.File.Close()
}

// ask asks again and again, and waits for each answer.
func ask(b *testing.B, in io.Writer, out io.Reader) {
	to, from := frame.NewWriter(in), frame.NewReader(out)
	call := func(message string) {
		if err := to.WriteFrame([]byte(message)); err != nil {
			b.Fatal(err)
		}
		if _, err := from.ReadFrame(); err != nil {
			b.Fatal(err)
		}
	}
	call(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{}}}`)
	id := 0
	for b.Loop() {
		id++
		call(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"no/such"}`, id))
	}
}
