package interp

// Rebinds tells of operators that give new values to variables that stand as
// their arguments.
func Rebinds(operator string) bool {
	_, ok := rebinding[operator]
	return ok
}
