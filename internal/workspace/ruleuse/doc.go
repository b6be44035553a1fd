// Package ruleuse finds where rules match in a file, and applies them to it.
package ruleuse
