package workspace

import "github.com/fraccheck/fraccheck/internal/workspace/sourcefile"

// What snapshots are made of and what they find, under the names that their callers use.
type (
	Files   = sourcefile.Files
	Disk    = sourcefile.Disk
	Overlay = sourcefile.Overlay
	Source  = sourcefile.Source
	Place   = sourcefile.Place
	Finding = sourcefile.Finding
	Related = sourcefile.Related
	Fix     = sourcefile.Fix
	Edit    = sourcefile.Edit
)
