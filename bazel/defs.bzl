"""Rules for Frac and Relay programs.

frac_library names sources and what they import. frac_check_aspect checks each library of
a graph by itself, frac_check_test makes a test of that, frac_test holds the evaluation
comments of programs.

A check sees of other targets their signatures, directly imported or not: what their
checks wrote of them. So an edit of a body reaches no other target as long as types and
facts stay. Tests run bodies, and see all sources (_seen); so do the checks of libraries
that say sees_bodies.
"""

FracInfo = provider(
    doc = "The programs of a target.",
    fields = {
        "srcs": "depset of the target's own sources",
        "config": "depset of its own configurations, with what these name",
        "transitive_srcs": "depset of these and of the sources of all that they import",
        "transitive_config": "depset of the fraccheck.toml files that hold for them, with what these name",
    },
)

FracCheckInfo = provider(
    doc = "What was found in a target's own sources.",
    fields = {
        "report": "file of what fraccheck printed",
        "status": "file of its exit status, 0 or 1",
        "signatures": "depset of the signatures of the target's sources, and of those of all that they import",
    },
)

_PROGRAMS = [".frac", ".relay"]

_TOOLS = {
    "_fraccheck": attr.label(
        default = "//:fraccheck",
        allow_files = True,
        cfg = "exec",
        executable = True,
    ),
    "_stage": attr.label(default = "//private:stage.sh", allow_single_file = True, cfg = "exec", executable = True),
    "_verdict": attr.label(default = "//private:verdict.sh", allow_single_file = True, cfg = "exec", executable = True),
}

# Nothing is remembered outside of Bazel, and nothing is read from the user's home.
_ENVIRONMENT = {
    "FRACCHECK_CACHE": "off",
    "PATH": "/usr/local/bin:/usr/bin:/bin",
}

def _seen(info):
    """What an action that looks into bodies has as inputs."""
    return depset(transitive = [info.transitive_srcs, info.transitive_config])

def _gather(srcs, config, deps):
    infos = [dep[FracInfo] for dep in deps]
    return FracInfo(
        srcs = depset(srcs),
        config = depset(config),
        transitive_srcs = depset(srcs, transitive = [i.transitive_srcs for i in infos]),
        transitive_config = depset(config, transitive = [i.transitive_config for i in infos]),
    )

def _name(file):
    """A file's path in the workspace, wherever it was built."""
    path = file.short_path
    return "external/" + path[len("../"):] if path.startswith("../") else path

def _own_in_action(file):
    return "own\t%s\t%s" % (file.path, _name(file))

def _seen_in_action(file):
    return "seen\t%s\t%s" % (file.path, _name(file))

def _signatures_in_action(file):
    return "signatures\t%s\t%s" % (file.path, _name(file))

def _emitted_in_action(file):
    return "emit\t%s\t%s" % (file.path, _name(file))

def _own_in_test(file):
    return "own\t%s\t%s" % (file.short_path, _name(file))

def _seen_in_test(file):
    return "seen\t%s\t%s" % (file.short_path, _name(file))

def _manifest(ctx, file, kinds):
    """Writes a list of files: pairs of a depset or list and how a line is made of each."""
    lines = ctx.actions.args()
    lines.set_param_file_format("multiline")
    for files, line in kinds:
        lines.add_all(files, map_each = line)
    ctx.actions.write(file, lines)

def _frac_library_impl(ctx):
    return [
        DefaultInfo(files = depset(ctx.files.srcs)),
        _gather(ctx.files.srcs, ctx.files.config, ctx.attr.deps),
    ]

_SOURCES = {
    "srcs": attr.label_list(allow_files = _PROGRAMS, mandatory = True, doc = "Programs."),
    "deps": attr.label_list(providers = [FracInfo], doc = "The libraries that srcs import."),
    "config": attr.label_list(
        allow_files = True,
        doc = "The fraccheck.toml above srcs, and the rules and the baseline that it names.",
    ),
}

frac_library = rule(
    implementation = _frac_library_impl,
    doc = "Programs that other programs import.",
    attrs = dict(
        _SOURCES,
        sees_bodies = attr.bool(doc = "Whether cost contracts or lint rules of srcs look into the bodies of what they import."),
    ),
    provides = [FracInfo],
)

def _check(ctx, label, info, imported, sees_bodies):
    """Has fraccheck look at a target's own sources, with the signatures of what they import."""
    manifest, report, status, signatures = [
        ctx.actions.declare_file("%s.fraccheck.%s" % (label.name, kind))
        for kind in ["manifest", "txt", "status", "signatures"]
    ]
    known = depset() if sees_bodies else imported
    seen = _seen(info) if sees_bodies else info.config
    _manifest(ctx, manifest, [
        (known, _signatures_in_action),
        ([signatures], _emitted_in_action),
        (info.srcs, _own_in_action),
        (seen, _seen_in_action),
    ])
    ctx.actions.run(
        executable = ctx.executable._report,
        arguments = [report.path, status.path, ctx.executable._stage.path, manifest.path, ctx.executable._fraccheck.path, "check"],
        inputs = depset([manifest], transitive = [info.srcs, seen, known]),
        outputs = [report, status, signatures],
        tools = [ctx.executable._stage, ctx.executable._fraccheck],
        env = _ENVIRONMENT,
        mnemonic = "FracCheck",
        progress_message = "Checking %s" % label,
    )
    return FracCheckInfo(
        report = report,
        status = status,
        signatures = depset([signatures], transitive = [imported]),
    )

def _pass_or_fail(ctx, label, found):
    """Fails a build where a check found an error."""
    stamp = ctx.actions.declare_file(label.name + ".fraccheck.passed")
    ctx.actions.run(
        executable = ctx.executable._verdict,
        arguments = [found.report.path, found.status.path, stamp.path],
        inputs = [found.report, found.status],
        outputs = [stamp],
        env = _ENVIRONMENT,
        mnemonic = "FracVerdict",
        progress_message = "Reading what was found in %s" % label,
    )
    return stamp

def _frac_check_aspect_impl(target, ctx):
    if FracInfo not in target:
        return []
    deps = [dep for dep in getattr(ctx.rule.attr, "deps", []) if FracCheckInfo in dep]
    imported = depset(transitive = [dep[FracCheckInfo].signatures for dep in deps])
    found = _check(ctx, target.label, target[FracInfo], imported, getattr(ctx.rule.attr, "sees_bodies", False))
    below = [dep[OutputGroupInfo].fraccheck for dep in deps]
    return [
        found,
        OutputGroupInfo(fraccheck = depset([_pass_or_fail(ctx, target.label, found)], transitive = below)),
    ]

frac_check_aspect = aspect(
    implementation = _frac_check_aspect_impl,
    doc = "Checks every frac_library of a graph; the output group fraccheck fails where an error is found.",
    attr_aspects = ["deps"],
    attrs = dict(
        _TOOLS,
        _report = attr.label(default = "//private:report.sh", allow_single_file = True, cfg = "exec", executable = True),
    ),
)

def _script(ctx, words):
    """Makes a script of one command, which takes more arguments."""
    script = ctx.actions.declare_file(ctx.label.name + ".sh")
    quoted = ["'" + word.replace("'", "'\\''") + "'" for word in words]
    ctx.actions.write(
        script,
        "#!/bin/sh\n%s\nexec %s \"$@\"\n" % (
            "\n".join(["export %s=%s" % (name, value) for name, value in sorted(_ENVIRONMENT.items())]),
            " ".join(quoted),
        ),
        is_executable = True,
    )
    return script

def _frac_check_test_impl(ctx):
    found = ctx.attr.library[FracCheckInfo]
    files = [ctx.executable._verdict, found.report, found.status]
    return [DefaultInfo(
        executable = _script(ctx, [f.short_path for f in files]),
        runfiles = ctx.runfiles(files),
    )]

frac_check_test = rule(
    implementation = _frac_check_test_impl,
    doc = "Fails where a library's own sources have an error.",
    attrs = dict(
        _TOOLS,
        library = attr.label(providers = [FracInfo], aspects = [frac_check_aspect], mandatory = True),
    ),
    test = True,
)

def _frac_test_impl(ctx):
    libraries = [src for src in ctx.attr.srcs if FracInfo in src]
    info = _gather(ctx.files.srcs, ctx.files.config, ctx.attr.deps + libraries)
    manifest = ctx.actions.declare_file(ctx.label.name + ".manifest")
    _manifest(ctx, manifest, [(info.srcs, _own_in_test), (_seen(info), _seen_in_test)])
    tools = [ctx.executable._stage, manifest, ctx.executable._fraccheck]
    return [DefaultInfo(
        executable = _script(ctx, [f.short_path for f in tools] + ["test"]),
        runfiles = ctx.runfiles(tools, transitive_files = _seen(info))
            .merge(ctx.attr._fraccheck[DefaultInfo].default_runfiles),
    )]

frac_test = rule(
    implementation = _frac_test_impl,
    doc = "Holds the evaluation comments of programs: files, or the sources of a frac_library.",
    attrs = dict(_TOOLS, **_SOURCES),
    test = True,
)
