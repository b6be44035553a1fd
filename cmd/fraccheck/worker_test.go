package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/fraccheck/fraccheck/internal/evaluate/worker"
)

// askWorker evaluates the first item of a file in a worker with some memory:
// `worker 256MiB a.frac 3`; `! worker 64MiB a.frac` for one that dies of it.
func askWorker(ts *testscript.TestScript, dies bool, args []string) {
	if dies && runtime.GOOS != "linux" {
		return // nothing but the interpreter's own limits is there
	}
	w := worker.New(command(ts), "worker", "--max-memory="+args[0])
	defer w.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	path, item := ts.MkAbs(args[1]), 0
	got, err := w.Run(ctx, worker.Run{Root: filepath.Dir(path), Path: path, Item: &item})
	if dies {
		if !errors.Is(err, worker.ErrDied) {
			ts.Fatalf("the worker did not die: %+v, %v", got, err)
		}
		return
	}
	ts.Check(err)
	if got.Value != args[2] {
		ts.Fatalf("the worker answers %+v", got)
	}
}

// command is the command that scripts run.
func command(ts *testscript.TestScript) string {
	for _, dir := range filepath.SplitList(ts.Getenv("PATH")) {
		path := filepath.Join(dir, "fraccheck")
		if runtime.GOOS == "windows" {
			path += ".exe"
		}
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	ts.Fatalf("there is no fraccheck")
	return ""
}
