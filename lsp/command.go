package lsp

import (
	"github.com/fraccheck/fraccheck/internal/normalform"
)

// runCommand runs what stands at a place; lenses offer it.
const (
	runCommand          = "fraccheck.run"
	testCommand         = "fraccheck.test"
	testExamplesCommand = "fraccheck.testExamples"
)

// commandFeature runs programs, and writes them in normal forms.
type commandFeature struct{ *runs }

func newCommands(r *runs) feature {
	f := commandFeature{r}
	return feature{
		commands: map[string]command{
			runCommand:                onTarget(f.runItem(false)),
			"fraccheck.runSequential": onTarget(f.runItem(true)),
			testCommand:               onTarget(f.testClaims),
			testExamplesCommand:       onTarget(f.testExamples),
			"fraccheck.tests":         onObject(listTests),
			"fraccheck.value":         onObject(f.showValue),
			"fraccheck.valuePart":     onObject(f.valuePart),
			"fraccheck.compareValue":  onObject(f.compareValue),
			"fraccheck.saveValue":     onObject(f.saveValue),
			"fraccheck.convertToAnf":  onTarget(convertTo(normalform.ANF)),
			"fraccheck.convertToGnf":  onTarget(convertTo(normalform.GNF)),
			"fraccheck.convertToBbnf": onTarget(convertTo(normalform.BBNF)),
		},
	}
}

// commandFeatures are the commands of this package.
func commandFeatures(r *runs) []feature {
	return []feature{
		newCommands(r),
	}
}
