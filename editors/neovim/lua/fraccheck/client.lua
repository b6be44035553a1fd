-- What the client of the server is: a vim.lsp.Config, which all versions of
-- Neovim start.
local capabilities = vim.lsp.protocol.make_client_capabilities()
capabilities.workspace.textDocumentContent = { dynamicRegistration = false }
-- To a client that pulls diagnostics the server sends none, and Neovim pulls
-- those of open files alone.
capabilities.textDocument.diagnostic = vim.NIL

--- settings are the user's. A value stands in one place: the lens has it, or `:Frac run` writes it
--- behind the line, and a hint of the server would say it again.
local function settings()
  local chosen = vim.g.fraccheck_settings or {}
  if chosen["inlayHints.results"] ~= nil then
    return chosen
  end
  return vim.tbl_deep_extend("keep", chosen, { inlayHints = { results = false } })
end

return {
  name = "fraccheck",
  cmd = vim.g.fraccheck_cmd or { "fraccheck", "lsp" },
  filetypes = { "frac", "fracrule" },
  root_markers = { "fraccheck.toml", ".git" },
  capabilities = capabilities,
  settings = { fraccheck = settings() },
  handlers = {
    ["workspace/textDocumentContent/refresh"] = function(...)
      return require("fraccheck.content").refresh(...)
    end,
    ["workspace/codeLens/refresh"] = vim.lsp.codelens.enable and function(...)
      return require("fraccheck.shown").refresh(...)
    end,
  },
  commands = {
    ["fraccheck.showReferences"] = function(...)
      return require("fraccheck.command").references(...)
    end,
  },
}
