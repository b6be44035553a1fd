// Package config reads fraccheck.toml: from a text, which it decodes to a Config whose entries
// know their places, and by folders, of which each has the nearest configuration above it.
// Errors name the line and column that they concern.
//
// Read config.go first; size.go refuses texts that would take the decoder out of proportion.
package config
