// Tabs by the pattern of the ARIA authoring practices: arrow keys move, one tab is in the order of Tab.

/** tabs connects the tabs of a list with their panels; the function that it returns selects one. */
export function tabs(list, selected = () => undefined) {
  const all = () => [...list.querySelectorAll('[role="tab"]')];
  const select = (tab, focus = false) => {
    for (const other of all()) {
      const chosen = other === tab;
      other.setAttribute("aria-selected", String(chosen));
      other.tabIndex = chosen ? 0 : -1;
      const panel = document.getElementById(other.getAttribute("aria-controls"));
      if (panel && panel.getAttribute("aria-labelledby") === other.id) panel.hidden = !chosen;
    }
    if (focus) tab.focus();
    selected(tab);
  };
  list.addEventListener("click", (event) => {
    const tab = event.target.closest('[role="tab"]');
    if (tab) select(tab);
  });
  list.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity }[event.key];
    const tabsNow = all(), at = tabsNow.indexOf(event.target);
    if (step === undefined || at < 0) return;
    event.preventDefault();
    select(tabsNow[step === Infinity ? tabsNow.length - 1 : step === -Infinity ? 0 : (at + step + tabsNow.length) % tabsNow.length], true);
  });
  return select;
}
