package dap

import "time"

// A clock bounds how long a run takes, without the time for which it waits for its user.
// The run alone uses it.
type clock struct {
	left  time.Duration // 0 without a bound
	since time.Time
	timer *time.Timer
}

// run lets the time go on; late is called when none is left.
func (c *clock) run(late func()) {
	if c.left > 0 {
		c.since, c.timer = time.Now(), time.AfterFunc(c.left, late)
	}
}

// halt stops the time.
func (c *clock) halt() {
	if c.timer != nil {
		c.timer.Stop()
		c.left = max(c.left-time.Since(c.since), 1)
		c.timer = nil
	}
}
