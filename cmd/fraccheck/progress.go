package main

import (
	"sync"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
)

// unnoticed is how long a command works before it shows how far it is.
const unnoticed = time.Second

// A progress shows on a terminal how much of the work is done. Where there is no
// terminal, it shows nothing.
type progress struct {
	env   *environment
	title string
	began time.Time

	mu      sync.Mutex
	display *mpb.Progress // nil until the work has taken long
	bar     *mpb.Bar
}

func (env *environment) progress(title string) *progress {
	return &progress{env: env, title: title, began: time.Now()}
}

// show writes how many of how many parts are done. It may be called from several
// goroutines, in any order.
func (p *progress) show(done, all int) {
	if p.env.screen == nil || time.Since(p.began) < unnoticed {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.display == nil {
		p.open(int64(all))
	}
	p.bar.SetCurrent(max(p.bar.Current(), int64(min(done, all))))
}

func (p *progress) open(all int64) {
	p.display = mpb.New(mpb.WithOutput(p.env.screen), mpb.WithWidth(60))
	p.bar = p.display.AddBar(all,
		mpb.BarRemoveOnComplete(),
		mpb.PrependDecorators(decor.Name(p.title+" ")),
		mpb.AppendDecorators(decor.Percentage()),
	)
}

// end takes the display away.
func (p *progress) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.display != nil {
		p.bar.Abort(true) // the work may have ended early
		p.display.Wait()
		p.display = nil
	}
}
