package editor

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
)

var peakLine = regexp.MustCompile(`VmHWM:\s+(\d+) kB`)

// peak is how many bytes of a process were resident at once; 0 where the system does not
// tell.
func peak(pid int) int64 {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	found := peakLine.FindSubmatch(status)
	if found == nil {
		return 0
	}
	kilobytes, _ := strconv.ParseInt(string(found[1]), 10, 64)
	return kilobytes << 10
}
