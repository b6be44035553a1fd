package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"time"

	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/isolation"
	"github.com/fraccheck/fraccheck/internal/resource"
	"github.com/fraccheck/fraccheck/lsp"
	"github.com/fraccheck/fraccheck/lsp/frame"
	"github.com/fraccheck/fraccheck/lsp/supervise"
)

type lspCommand struct {
	Listen    string `placeholder:"ADDRESS" help:"Serve clients that connect there instead: HOST:PORT, or unix:PATH for a socket that only you can connect to."`
	Stdio     bool   `hidden:"" help:"Serve standard input and output, as without it; editors give it."`
	MaxMemory size   `name:"max-memory" placeholder:"SIZE" default:"0" help:"End the process that does the work when it takes more memory, and start another (default: three quarters of the machine's)."`

	Child    bool     `hidden:"" help:"Do the work, for the process that has the connection."`
	Restarts int      `hidden:"" help:"How many children there were before."`
	Record   string   `hidden:"" help:"The file of the crash log."`
	LeaveOut []string `hidden:"" name:"leave-out" help:"Keys of what is left out."`
}

// mostServerGarbage is how much garbage each process of a server may hold while nobody types, in
// bytes.
const mostServerGarbage = 16 << 20

func (c *lspCommand) Run(env *environment) error {
	endable()
	go resource.BoundGarbage(context.Background(), mostServerGarbage)
	if c.Child {
		return c.work(env)
	}
	self, err := ownPath()
	if err != nil {
		return err
	}
	options := supervise.Options{Follow: true, Command: func(start supervise.Start) *exec.Cmd { return c.child(self, start) }}
	if c.Listen != "" {
		options.Follow = false // the client may be on another machine
		go c.shareMemory(env)
		return lsp.Listen(context.Background(), c.Listen, env.Stderr, lsp.Options{
			Attend: func(ctx context.Context, client io.ReadWriteCloser, log io.Writer, admitted func()) error {
				options := options
				options.Admitted = admitted
				return supervise.Serve(ctx, client, log, options)
			},
		})
	}
	return env.left(supervise.Serve(context.Background(), stdio{env.stdin, env.direct}, env.Stderr, options))
}

// shareMemory bounds the memory of the processes that work for all clients together, by the
// limit that each of them has: the largest one is ended, and started again by who keeps its
// conversation.
func (c *lspCommand) shareMemory(env *environment) {
	limit := int64(c.MaxMemory)
	if limit == 0 {
		limit = resource.MachineMemory() / 4 * 3
	}
	if limit == 0 {
		return
	}
	for range time.Tick(4 * resource.Interval) {
		held, largest := resource.DescendantsMemory()
		if process, err := os.FindProcess(largest); held > limit && largest > 0 && err == nil {
			fmt.Fprintf(env.Stderr, "fraccheck: the servers of all clients take more than %d bytes together; the largest one is ended, and another one started\n", limit)
			_ = process.Kill() // it may have ended
		}
	}
}

// child is the command line of a process that does the work.
func (c *lspCommand) child(self string, start supervise.Start) *exec.Cmd {
	args := []string{"lsp", "--child", "--restarts=" + strconv.Itoa(start.Restarts), "--max-memory=" + strconv.FormatInt(int64(c.MaxMemory), 10)}
	if start.Record != "" {
		args = append(args, "--record="+start.Record)
	}
	for _, key := range start.LeaveOut {
		args = append(args, "--leave-out="+key)
	}
	return exec.Command(self, args...)
}

// work serves the process that has the connection. An interrupt from the keyboard is
// for that one.
func (c *lspCommand) work(env *environment) error {
	serving()
	followStarter()
	restrain(c.MaxMemory)
	command, err := workerCommandLine()
	if err != nil {
		return err
	}
	options := lsp.Options{Worker: command, Supervised: true, Restarts: c.Restarts}
	if c.Record != "" {
		options.CrashLog = env.recorder(c.Record, c.LeaveOut)
	} else {
		c.useCache(env, &options)
	}
	err = lsp.Serve(context.Background(), stdio{env.stdin, env.direct}, env.Stderr, options)
	if errors.Is(err, lsp.ErrNoShutdown) {
		return errFound // who started it says so
	}
	return err
}

// useCache opens the cache; a server does without where there is none, and its log says so
// where one was to be there.
func (c *lspCommand) useCache(env *environment, o *lsp.Options) {
	place, err := cachePlace()
	if err == nil {
		if o.Tool, err = buildName(); err == nil {
			addShared(&place, o.Tool, func(why error) { fmt.Fprintf(env.Stderr, "fraccheck: %s\n", console.Printable(why.Error())) })
			o.Cache, err = openCache(place)
		}
	}
	if fault := (*cacheFault)(nil); errors.As(err, &fault) {
		fmt.Fprintf(env.Stderr, "fraccheck: there is no cache: %s\n", console.Printable(err.Error()))
	}
}

// left returns how the client left; the protocol wants exit status 1 where it said no
// goodbye.
func (env *environment) left(err error) error {
	var wrong *frame.Error
	if errors.Is(err, lsp.ErrNoShutdown) || errors.As(err, &wrong) {
		fmt.Fprintln(env.Stderr, "fraccheck:", err)
		return errFound
	}
	return err
}

// followStarter ends this process when the one that started it is gone, be it that
// the end of the input is not heard because something takes long: at once where that one
// gave it a line, and soon otherwise.
func followStarter() {
	isolation.Follow(func() { os.Exit(statusFound) })
	lsp.Follow(context.Background(), os.Getppid(), func() { os.Exit(statusFound) })
}

// restrain bounds the memory of a process that another one replaces when it crashes, so that the
// machine is not taken with it: the collector works harder before that. A limit of 0
// represents a part of the machine's memory.
func restrain(limit size) {
	if limit == 0 {
		limit = size(resource.MachineMemory() / 4 * 3)
	}
	if limit > 0 {
		limitCollector(limit - limit/4)
		resource.ConfineData(uint64(limit))
	}
}

// stdio is standard input and output as one connection.
type stdio struct {
	io.Reader
	io.Writer
}

// Close ends the reading, so that a server that shall end does not wait
// for more.
func (s stdio) Close() error {
	if c, ok := s.Reader.(io.Closer); ok {
		return c.Close()
	}
	return nil
}
