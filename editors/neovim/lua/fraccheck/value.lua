-- Lays a value out in lines, as the server gives it in parts: tensors as grids, the parts of
-- FractalTensors and data below each other where they do not fit in one line.
local M = {}

--- number is a count with its word.
function M.number(count, word) return ("%d %s%s"):format(count, word, count == 1 and "" or "s") end

--- widths are those of the columns of a grid.
local function widths(cells)
  local found = {}
  for _, row in ipairs(cells) do
    for i, cell in ipairs(row) do
      found[i] = math.max(found[i] or 0, #cell)
    end
  end
  return found
end

--- grid adds the rows that a window shows, with `…` where there are more columns or rows.
local function grid(node, indent, lines)
  local shape, window, wide = node.shape or {}, node.window, widths(node.window.cells)
  local columns, rows = shape[#shape] or 1, shape[#shape - 1] or 1
  if #shape > 2 and #window.cells > 0 then -- one matrix of several
    lines[#lines + 1] = ("%sat [%s]"):format(indent, table.concat(window.offset, ", ", 1, #shape - 2))
  end
  for _, row in ipairs(window.cells) do
    local cells = {}
    for i, cell in ipairs(row) do
      cells[i] = (" "):rep(wide[i] - #cell) .. cell
    end
    lines[#lines + 1] = indent .. table.concat(cells, "  ") .. (#row < columns and "  …" or "")
  end
  if #window.cells < rows then
    lines[#lines + 1] = indent .. "…"
  end
end

--- summary is the type of a tensor and what its elements are like.
local function summary(node, type)
  local stats, said = node.stats or {}, { type }
  if (stats.count or 0) > 1 and stats.min then
    said[#said + 1] = ("%s to %s, mean %s"):format(stats.min, stats.max, stats.mean)
  end
  for _, odd in ipairs({ { stats.nan, "NaN" }, { stats.inf, "infinite" } }) do
    said[#said + 1] = (odd[1] or 0) > 0 and ("%d %s"):format(odd[1], odd[2]) or nil
  end
  return table.concat(said, "; ")
end

local add

--- parts adds the children, and says where there are more.
local function parts(node, indent, lines)
  for _, child in ipairs(node.children) do
    add(child.node, child.label .. " ", indent, lines)
  end
  if #node.children < node.length then
    lines[#lines + 1] = ("%s… %s in all"):format(indent, M.number(node.length, "part"))
  end
end

--- add lays one part out after its label.
function add(node, label, indent, lines)
  local whole = not node.text:find("…", 1, true)
  if node.window and (node.kind == "tensor" or not whole) then
    lines[#lines + 1] = indent .. label .. summary(node, node.type)
    return grid(node, indent .. "  ", lines)
  end
  if whole or not node.children then
    lines[#lines + 1] = indent .. label .. node.text
    return
  end
  lines[#lines + 1] = indent .. label .. (node.kind == "data" and node.name or node.type)
  parts(node, indent .. "  ", lines)
end

--- title is the type of a value, of a tensor with what its elements are like.
function M.title(node, type) return node.window and summary(node, type) or type end

--- lines are those of a value without its title.
function M.lines(node)
  local lines = {}
  if node.window then
    grid(node, "", lines)
  elseif node.children and node.text:find("…", 1, true) then
    parts(node, "", lines)
  else
    add(node, "", "", lines)
  end
  return lines
end

return M
