"""What MODULE.bazel asks for; a WORKSPACE loads repositories.bzl."""

load(":repositories.bzl", "fraccheck_on_path")

def _fraccheck_impl(_):
    fraccheck_on_path(name = "fraccheck")

fraccheck = module_extension(implementation = _fraccheck_impl)
