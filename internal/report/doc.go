// Package report owns the report of programs as a site of static pages: findings beside
// the lines that they point to, what definitions cost, pictures of them, the pages that
// explain codes, and a search.
//
// A snapshot, the paths of files and a directory go in (Write); the directory holds the
// site when it is done. The pages need nothing from elsewhere and work from a disk:
// their templates, style sheet and scripts are in the binary. The same files give the
// same bytes. Everything that is in a program may be hostile: names and texts are
// escaped by html/template or by escape (text.go), files are named after numbers and
// harmless letters (text.go), and lines, lists and pages have limits (site.go).
//
// Read site.go first, then source_page.go and definition_page.go; folder.go writes.
package report
