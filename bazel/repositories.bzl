"""The fraccheck of the machine, for a WORKSPACE."""

_BUILD = """\
exports_files(["fraccheck"])
"""

def _fraccheck_on_path_impl(repository):
    path = repository.which("fraccheck")
    if not path:
        fail("fraccheck is not on PATH; install it, or name one with --@rules_frac//:fraccheck=LABEL")
    repository.symlink(path, "fraccheck")
    repository.file("BUILD.bazel", _BUILD)

fraccheck_on_path = repository_rule(
    implementation = _fraccheck_on_path_impl,
    doc = "The fraccheck that PATH names. Its bytes are part of what results are kept by.",
    environ = ["PATH"],
    local = True,
)
