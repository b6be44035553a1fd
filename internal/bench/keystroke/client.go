package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/textproto"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// A client speaks to one server over its standard input and output.
type client struct {
	command  *exec.Cmd
	in       io.WriteCloser
	messages chan message
	dir      string
	id       int
	versions []int // by document
}

type message struct {
	ID     *int   `json:"id"`
	Method string `json:"method"`
	Params struct {
		URI     string `json:"uri"`
		Version int    `json:"version"`
	} `json:"params"`
	Error *struct{ Message string } `json:"error"`
}

func fileName(i int) string { return fmt.Sprintf("file%d.frac", i) }

func (c *client) address(i int) string { return "file://" + filepath.Join(c.dir, fileName(i)) }

func start(server, dir string) (*client, error) {
	server, err := filepath.Abs(server) // it is started in another directory
	if err != nil {
		return nil, err
	}
	c := &client{command: exec.Command(server, "lsp"), messages: make(chan message, 1024), dir: dir}
	c.command.Dir, c.command.Stderr = dir, os.Stderr
	c.command.Env = append(os.Environ(), "FRACCHECK_CACHE=off")
	in, err := c.command.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := c.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	c.in = in
	if err := c.command.Start(); err != nil {
		return nil, err
	}
	go c.read(bufio.NewReaderSize(out, 1<<20))
	if _, err := c.request("initialize", map[string]any{"processId": os.Getpid(), "rootUri": "file://" + dir, "capabilities": map[string]any{}}); err != nil {
		return nil, err
	}
	return c, c.notify("initialized", map[string]any{})
}

// read passes on the messages of the server, and answers its requests with null.
func (c *client) read(r *bufio.Reader) {
	defer close(c.messages)
	for {
		header, err := textproto.NewReader(r).ReadMIMEHeader()
		if err != nil {
			return
		}
		length, _ := strconv.Atoi(header.Get("Content-Length"))
		body := make([]byte, length)
		if _, err := io.ReadFull(r, body); err != nil {
			return
		}
		var m message
		if json.Unmarshal(body, &m) != nil {
			continue
		}
		if m.ID != nil && m.Method != "" {
			_ = c.send(map[string]any{"id": m.ID, "result": nil})
			continue
		}
		c.messages <- m
	}
}

func (c *client) send(m map[string]any) error {
	m["jsonrpc"] = "2.0"
	body, err := json.Marshal(m)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.in, "Content-Length: %d\r\n\r\n%s", len(body), body)
	return err
}

func (c *client) notify(method string, params any) error {
	return c.send(map[string]any{"method": method, "params": params})
}

// patience is how long an answer is waited for.
const patience = 5 * time.Minute

// await waits for a message that done accepts.
func (c *client) await(done func(m message) bool) error {
	timeout := time.After(patience)
	for {
		select {
		case m, ok := <-c.messages:
			if !ok {
				return errors.New("the server ended")
			}
			if done(m) {
				return nil
			}
		case <-timeout:
			return fmt.Errorf("no answer in %v", patience)
		}
	}
}

func (c *client) request(method string, params any) (took time.Duration, err error) {
	c.id++
	id, began := c.id, time.Now()
	if err := c.send(map[string]any{"id": id, "method": method, "params": params}); err != nil {
		return 0, err
	}
	return time.Since(began), c.await(func(m message) bool { return m.ID != nil && *m.ID == id })
}

// diagnosed waits for the diagnostics of the current version of a document.
func (c *client) diagnosed(i int) error {
	return c.await(func(m message) bool {
		return m.Method == "textDocument/publishDiagnostics" && m.Params.URI == c.address(i) && m.Params.Version >= c.versions[i]
	})
}

func (c *client) open(i int, text string) error {
	if err := os.WriteFile(filepath.Join(c.dir, fileName(i)), []byte(text), 0o666); err != nil {
		return err
	}
	c.versions = append(c.versions, 1)
	item := map[string]any{"uri": c.address(i), "languageId": "frac", "version": 1, "text": text}
	if err := c.notify("textDocument/didOpen", map[string]any{"textDocument": item}); err != nil {
		return err
	}
	return c.diagnosed(i)
}

// change inserts a text at a position, or takes it away again.
func (c *client) change(i, line, column int, insert string, remove bool) error {
	from := map[string]int{"line": line, "character": column}
	to := from
	if remove {
		to, insert = map[string]int{"line": line, "character": column + len(insert)}, ""
	}
	c.versions[i]++
	return c.notify("textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": c.address(i), "version": c.versions[i]},
		"contentChanges": []any{map[string]any{"range": map[string]any{"start": from, "end": to}, "text": insert}},
	})
}

// edit changes a document and waits for its diagnostics.
func (c *client) edit(i, line, column int, insert string, remove bool) (time.Duration, error) {
	began := time.Now()
	if err := c.change(i, line, column, insert, remove); err != nil {
		return 0, err
	}
	err := c.diagnosed(i)
	return time.Since(began), err
}

// hover changes a document and asks, at once, what is at the place.
func (c *client) hover(i, line, column int, insert string, remove bool) (time.Duration, error) {
	if err := c.change(i, line, column, insert, remove); err != nil {
		return 0, err
	}
	began := time.Now()
	_, err := c.request("textDocument/hover", map[string]any{
		"textDocument": map[string]any{"uri": c.address(i)}, "position": map[string]int{"line": line, "character": column + 1},
	})
	return time.Since(began), err
}

func (c *client) stop() {
	_, _ = c.request("shutdown", nil)
	_ = c.notify("exit", nil)
	_ = c.in.Close()
	_ = c.command.Wait()
}

// processes are the server and what it started.
func (c *client) processes() []int {
	found := []int{c.command.Process.Pid}
	for k := 0; k < len(found); k++ {
		children, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", found[k]))
		for _, file := range children {
			list, _ := os.ReadFile(file)
			for _, pid := range strings.Fields(string(list)) {
				if n, err := strconv.Atoi(pid); err == nil {
					found = append(found, n)
				}
			}
		}
	}
	return found
}

// processor is the processor time of all processes so far, in steps of a clock tick;
// 0 where the system has no /proc.
func (c *client) processor() (total time.Duration) {
	const tick = 10 * time.Millisecond
	for _, pid := range c.processes() {
		stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		_, rest, _ := strings.Cut(string(stat), ") ")
		if fields := strings.Fields(rest); len(fields) > 12 {
			user, _ := strconv.Atoi(fields[11])
			system, _ := strconv.Atoi(fields[12])
			total += time.Duration(user+system) * tick
		}
	}
	return total
}

// memory are the resident bytes of all processes.
func (c *client) memory() (total int64) {
	for _, pid := range c.processes() {
		statm, _ := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
		if fields := strings.Fields(string(statm)); len(fields) > 1 {
			pages, _ := strconv.ParseInt(fields[1], 10, 64)
			total += pages * int64(os.Getpagesize())
		}
	}
	return total
}
