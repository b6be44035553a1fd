// Command keystroke measures what a client of the language server sees: from a change
// that it sends to the diagnostics that it gets back, and the processor time that all
// processes of the server spend for it. `make bench-keystroke` runs it.
//
//	keystroke [-keys n] [-only name] server...
//
// Several servers are measured in turns, program by program, so that two builds are
// compared in the same minutes on the same machine.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

func main() {
	log.SetFlags(0)
	keys := flag.Int("keys", 100, "`number` of keys for each program")
	only := flag.String("only", "", "measure the programs whose name has this `text` in it")
	flag.Parse()
	servers := flag.Args()
	if len(servers) == 0 {
		log.Fatal("usage: keystroke [-keys n] [-only name] server...")
	}
	fmt.Println("| program | server | median | 95th percentile | processor a key | hover after an edit: median, 95th | memory |")
	fmt.Println("|---|---|---|---|---|---|---|")
	for _, p := range programs() {
		if !strings.Contains(p.name, *only) {
			continue
		}
		for _, server := range servers {
			m, err := measure(server, p, *keys)
			if err != nil {
				log.Fatalf("%s, %s: %v", p.name, server, err)
			}
			fmt.Printf("| %s | %s | %s | %s | %s | %s, %s | %d MB |\n", p.name, filepath.Base(server),
				ms(quantile(m.keys, 0.5)), ms(quantile(m.keys, 0.95)), ms(m.processor), ms(quantile(m.hovers, 0.5)), ms(quantile(m.hovers, 0.95)), m.memory>>20)
		}
	}
}

func ms(d time.Duration) string { return fmt.Sprintf("%.2f ms", float64(d)/1e6) }

func quantile(times []time.Duration, q float64) time.Duration {
	if len(times) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(times))
	return sorted[min(len(sorted)-1, int(q*float64(len(sorted))))]
}

// A measurement is what one server does with one program.
type measurement struct {
	keys, hovers []time.Duration // from a message to its answer
	processor    time.Duration   // a key, of all processes
	memory       int64           // resident bytes of all processes, rest after the last key
}

// warm is how many keys are typed before the first one counts.
const warm = 20

// rest is the time from the last key to the measurement of memory.
const rest = 3 * time.Second

// measure opens a program, types into it, and asks for a hover after every second
// edit. Keys that add a blank and keys that take it away follow each other.
func measure(server string, p program, keys int) (m measurement, err error) {
	dir, err := os.MkdirTemp("", "keystroke")
	if err != nil {
		return m, err
	}
	defer os.RemoveAll(dir)
	c, err := start(server, dir)
	if err != nil {
		return m, err
	}
	defer c.stop()
	for i, text := range p.files {
		if err := c.open(i, text); err != nil {
			return m, err
		}
	}
	edited := len(p.files) - 1
	line, column := p.position()
	var before time.Duration
	for key := range warm + keys {
		if key == warm {
			time.Sleep(500 * time.Millisecond) // what goes on after the first keys ends
			before = c.processor()
		}
		took, err := c.edit(edited, line, column, p.insert, key%2 == 1)
		if err != nil {
			return m, err
		}
		if key >= warm {
			m.keys = append(m.keys, took)
		}
		time.Sleep(20 * time.Millisecond)
	}
	m.processor = (c.processor() - before) / time.Duration(keys)
	for key := range keys / 2 {
		took, err := c.hover(edited, line, column, p.insert, key%2 == 1)
		if err != nil {
			return m, err
		}
		m.hovers = append(m.hovers, took)
	}
	time.Sleep(rest) // an idle server gives memory back
	m.memory = c.memory()
	return m, nil
}
