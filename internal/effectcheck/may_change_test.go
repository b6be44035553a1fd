package effectcheck_test

import (
	"testing"

	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/effectcheck"
)

// TestParallelEffectsAreFound holds that each path in which the function of an operator can
// come to change something is seen: what the item names decides whether it is looked at.
func TestParallelEffectsAreFound(t *testing.T) {
	for name, text := range map[string]string{
		"itself":                   "def @f(%r: ref(int32), %l: FractalTensor[int32]) { map(fn(%x) { ref_write(%r, %x); %x }, %l) }\n",
		"a local function":         "def @f(%r: ref(int32), %l: FractalTensor[int32]) {\n  let %w = fn(%x: int32) { ref_write(%r, %x); %x };\n  map(%w, %l)\n}\n",
		"another definition":       "def @w(%r: ref(int32), %x: int32) -> int32 { ref_write(%r, %x); %x }\ndef @f(%r: ref(int32), %l: FractalTensor[int32]) { map(fn(%x) { @w(%r, %x) }, %l) }\n",
		"a graph binding":          "def @f(%r: ref(int32), %l: FractalTensor[int32]) {\n  %1 = ref_write(%r, 1);\n  map(fn(%x) { %1; %x }, %l)\n}\n",
		"a function in a function": "def @f(%r: ref(int32), %l: FractalTensor[int32]) {\n  let %w = fn(%x: int32) { ref_write(%r, %x); %x };\n  let %v = fn(%x: int32) { %w(%x) };\n  map(fn(%x) { %v(%x) }, %l)\n}\n",
		"the definition around":    "def @f(%r: ref(int32), %l: FractalTensor[int32]) -> FractalTensor[int32] {\n  ref_write(%r, 1);\n  map(fn(%x) { length(@f(%r, %l)) }, %l)\n}\n",
		"a definition after it":    "def @w(%r: ref(int32), %x: int32) -> int32 { ref_write(%r, %x); %x }\ndef @v(%r: ref(int32), %x: int32) -> int32 { @w(%r, %x) }\ndef @f(%r: ref(int32), %l: FractalTensor[int32]) { map(fn(%x) { @v(%r, %x) }, %l) }\n",
	} {
		found := checktest.Check("test.frac", text, effectcheck.Analyzer).Analyzed()
		if len(found) != 1 || found[0].Code != "effect-in-parallel" {
			t.Errorf("by way of %s: %v", name, found)
		}
	}
}
