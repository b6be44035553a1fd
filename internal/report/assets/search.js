// Finds entries by words, in the index that search-index.js holds: lists
// of what an entry is, its title, its text, its address, its file.
"use strict";

(function () {
  var most = 200;
  var words = document.getElementById("words");
  var kind = document.getElementById("kind");
  var told = document.getElementById("told");
  var results = document.getElementById("results");

  // Entries rank by where the first word is: the title itself, its beginning, within it,
  // elsewhere. Below 0 is what lacks a word.
  function rank(entry, wanted) {
    var title = entry[1].toLowerCase();
    var all = (entry[1] + "\n" + entry[2] + "\n" + entry[4]).toLowerCase();
    for (var i = 0; i < wanted.length; i++) {
      if (all.indexOf(wanted[i]) < 0) return -1;
    }
    var bare = wanted[0].replace(/^[@%]/, "");
    if (title.replace(/^[@%]/, "") === bare) return 0;
    if (title.replace(/^[@%]/, "").indexOf(bare) === 0) return 1;
    return title.indexOf(bare) > 0 ? 2 : 3;
  }

  function find(wanted) {
    var found = [[], [], [], []];
    fraccheckIndex.forEach(function (entry) {
      if (kind.value !== "" && String(entry[0]) !== kind.value) return;
      var at = rank(entry, wanted);
      if (at >= 0) found[at].push(entry);
    });
    return [].concat.apply([], found);
  }

  function show(entry) {
    var item = document.createElement("li");
    var link = document.createElement("a");
    link.textContent = entry[1];
    link.href = entry[3];
    item.append(link, " " + entry[2] + " ");
    var file = document.createElement("span");
    file.className = "faint";
    file.textContent = entry[4];
    item.append(file);
    return item;
  }

  function search() {
    var wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean);
    var found = wanted.length ? find(wanted) : [];
    results.replaceChildren.apply(results, found.slice(0, most).map(show));
    told.textContent = !wanted.length ? "" :
      found.length === 0 ? "Nothing was found." :
      found.length > most ? found.length + " found, " + most + " of them shown." :
      found.length + " found.";
  }

  words.value = new URLSearchParams(location.search).get("q") || "";
  words.addEventListener("input", search);
  kind.addEventListener("change", search);
  document.getElementById("search").addEventListener("submit", function (event) { event.preventDefault(); search(); });
  search();
})();
