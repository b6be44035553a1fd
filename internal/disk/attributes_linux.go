package disk

import (
	"errors"
	"strings"

	"golang.org/x/sys/unix"
)

// copyAttributes copies what users attach to a file, and its access list. Labels of
// security modules are theirs to give.
func copyAttributes(to, from string) error {
	list := make([]byte, 64<<10)
	n, err := unix.Listxattr(from, list)
	if errors.Is(err, unix.ENOTSUP) || n == 0 {
		return nil
	}
	if err != nil {
		return err
	}
	value := make([]byte, 64<<10)
	for name := range strings.SplitSeq(string(list[:n]), "\x00") {
		if !strings.HasPrefix(name, "user.") && name != "system.posix_acl_access" {
			continue
		}
		n, err := unix.Getxattr(from, name, value)
		if err != nil {
			return err
		}
		if err := unix.Setxattr(to, name, value[:n], 0); err != nil {
			return err
		}
	}
	return nil
}
