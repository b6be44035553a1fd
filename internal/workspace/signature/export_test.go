package signature

// Sealed is a file of signatures with some lines, whatever they are.
func Sealed(build, lines string) string {
	lines = buildWord + " " + quoted(build) + "\n" + lines
	return heading + "\n" + digestWord + " " + digest(lines) + "\n" + lines
}
