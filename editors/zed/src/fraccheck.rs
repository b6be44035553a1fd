//! Tells Zed how the language server is started. Languages and their grammar stand in
//! `languages` and `extension.toml`.

use zed_extension_api::{self as zed, settings::LspSettings, LanguageServerId, Result};

struct Fraccheck;

impl zed::Extension for Fraccheck {
    fn new() -> Self {
        Fraccheck
    }

    /// The program is the one of the setting `lsp.fraccheck.binary`, or `fraccheck` on the PATH.
    fn language_server_command(
        &mut self,
        id: &LanguageServerId,
        worktree: &zed::Worktree,
    ) -> Result<zed::Command> {
        let binary = LspSettings::for_worktree(id.as_ref(), worktree)
            .ok()
            .and_then(|settings| settings.binary);
        let (path, arguments) = match binary {
            Some(binary) => (binary.path, binary.arguments),
            None => (None, None),
        };
        let command = path.or_else(|| worktree.which("fraccheck")).ok_or(
            "there is no program `fraccheck` on the PATH; `lsp.fraccheck.binary.path` in the settings may name it",
        )?;
        Ok(zed::Command {
            command,
            args: arguments.unwrap_or_else(|| vec!["lsp".to_string()]),
            env: worktree.shell_env(),
        })
    }

    /// The server asks for the section `fraccheck`, which is `lsp.fraccheck.settings`.
    fn language_server_workspace_configuration(
        &mut self,
        id: &LanguageServerId,
        worktree: &zed::Worktree,
    ) -> Result<Option<zed::serde_json::Value>> {
        let settings = LspSettings::for_worktree(id.as_ref(), worktree)
            .ok()
            .and_then(|settings| settings.settings);
        Ok(settings.map(|settings| zed::serde_json::json!({ "fraccheck": settings })))
    }
}

zed::register_extension!(Fraccheck);
