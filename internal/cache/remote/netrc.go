package remote

import (
	"net/url"
	"strings"
)

// login finds the user and password that a text of netrc has for a host; nil for none. The
// format is that of ftp(1): words that are separated by blanks; `default` names every host;
// the macro after `macdef` ends at an empty line.
func login(netrc, host string) *url.Userinfo {
	words := words(netrc)
	for i := 0; i < len(words); i++ {
		named := words[i] == "default"
		if words[i] == "machine" && i+1 < len(words) {
			i++
			named = strings.EqualFold(words[i], host)
		} else if !named {
			continue
		}
		user, password := "", ""
		for ; i+2 < len(words) && (words[i+1] == "login" || words[i+1] == "password" || words[i+1] == "account"); i += 2 {
			switch words[i+1] {
			case "login":
				user = words[i+2]
			case "password":
				password = words[i+2]
			}
		}
		if named {
			return url.UserPassword(user, password)
		}
	}
	return nil
}

// words are those of a text of netrc without its macros and comments.
func words(netrc string) (all []string) {
	macro := false
	for line := range strings.Lines(netrc) {
		line = strings.TrimSpace(line)
		switch {
		case line == "":
			macro = false
		case macro || strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "macdef"):
			macro = true
		default:
			all = append(all, strings.Fields(line)...)
		}
	}
	return all
}
