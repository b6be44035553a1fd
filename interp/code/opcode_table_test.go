package code

import "testing"

func TestInstructionsHaveNames(t *testing.T) {
	seen := map[string]Opcode{}
	for i, in := range instructions {
		o := Opcode(i)
		if other, twice := seen[in.name]; in.name == "" || twice {
			t.Errorf("the opcode %d is called %q, and so is %d", o, in.name, other)
		}
		seen[in.name] = o
	}
}
