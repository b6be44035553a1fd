package lsp

// pictureFeature draws what an editor shows beside a program, and lists what it shows in a
// panel: graphs, trees of types, costs, matches of rules, places of a normal form.
type pictureFeature struct{ matches *matches }

func newPictures(m *matches) feature {
	f := pictureFeature{m}
	return feature{commands: map[string]command{
		"fraccheck.graph":      onObject(drawGraph),
		"fraccheck.typeTree":   onObject(drawTypeTree),
		"fraccheck.costView":   onObject(showCost),
		"fraccheck.matches":    onObject(f.showMatches),
		"fraccheck.formPlaces": onObject(formPlaces),
	}}
}

// panelFeatures are the requests and the commands of this package; asked notes what the client
// reads.
func panelFeatures(m *matches, asked *askedVersions) []feature {
	return []feature{
		newPictures(m),
		newContent(asked),
	}
}
