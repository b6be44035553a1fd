// Package recipe runs what a team adds to its CI, as far as it can be run on one machine: the
// steps of the GitHub action, the script of the GitLab job, the hooks of pre-commit, the
// binary of the container, the rules for Bazel. It has tests alone; read recipe_test.go, and
// bazel_test.go for two machines that share a cache of builds.
package recipe
