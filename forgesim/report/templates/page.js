"use strict";
(() => {
  const root = document.documentElement;

  /* Light, dark, or as the system has it. */
  const toggle = document.getElementById("theme");
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : system.matches);
  const label = () => {
    toggle.textContent = isDark() ? "Light" : "Dark";
    toggle.setAttribute("aria-label", `Show the page in ${isDark() ? "light" : "dark"} colours`);
  };
  const remembered = (theme) => {
    try {
      if (theme) window.localStorage.setItem("forgesim-theme", theme);
      return window.localStorage.getItem("forgesim-theme");
    } catch {
      return null; /* no storage here: the choice lasts as long as the page */
    }
  };
  if (["dark", "light"].includes(remembered())) root.dataset.theme = remembered();
  toggle.hidden = false;
  toggle.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    remembered(root.dataset.theme);
    label();
  });
  system.addEventListener("change", label);
  label();

  /* Tables: sorted by a click on a heading, filtered by words and by tier. */
  const words = new Intl.Collator("en", { numeric: true });
  const valueOf = (row, at) => {
    const cell = row.cells[at];
    return "v" in cell.dataset ? parseFloat(cell.dataset.v) : cell.textContent.trim();
  };
  const isNothing = (value) => value === "" || Number.isNaN(value);
  const compare = (a, b) =>
    typeof a === "number" && typeof b === "number" ? a - b : words.compare(String(a), String(b));

  const sort = (table, at, direction) => {
    const rows = [...table.tBodies[0].rows].map((row) => [valueOf(row, at), row]);
    rows.sort(([a], [b]) => {
      if (isNothing(a) || isNothing(b)) return isNothing(a) - isNothing(b); /* last either way */
      return direction * compare(a, b);
    });
    table.tBodies[0].append(...rows.map(([, row]) => row));
  };

  const sortBy = (table, heading) => {
    const first = heading.classList.contains("number") ? "descending" : "ascending";
    const other = first === "descending" ? "ascending" : "descending";
    const order = heading.getAttribute("aria-sort") === first ? other : first;
    for (const each of table.tHead.rows[0].cells) each.removeAttribute("aria-sort");
    heading.setAttribute("aria-sort", order);
    sort(table, heading.cellIndex, order === "ascending" ? 1 : -1);
  };

  const filter = (sheet) => {
    const words = sheet.querySelector("input[type=search]")?.value ?? "";
    const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
    const tier = sheet.querySelector("select")?.value ?? "";
    const rows = [...sheet.querySelector("tbody").rows];
    let shown = 0;
    for (const row of rows) {
      const text = row.textContent.toLowerCase();
      const fits = wanted.every((word) => text.includes(word));
      row.hidden = !fits || (tier !== "" && row.cells[0].textContent.trim() !== tier);
      if (!row.hidden) shown += 1;
    }
    sheet.querySelector("output").textContent =
      shown === rows.length ? `${shown} rows` : `${shown} of ${rows.length} rows`;
  };

  /* Only the columns that matter most, until all of them are asked for. */
  const choose = (sheet) => {
    const all = sheet.querySelector(".all-columns");
    sheet.classList.toggle("brief", all !== null && !all.checked);
  };

  for (const sheet of document.querySelectorAll(".sheet")) {
    const table = sheet.querySelector("table");
    for (const heading of table.tHead.rows[0].cells) {
      heading.querySelector("button").addEventListener("click", () => sortBy(table, heading));
    }
    const tools = sheet.querySelector(".tools");
    if (!tools) continue;
    tools.hidden = false;
    tools.addEventListener("input", () => {
      filter(sheet);
      choose(sheet);
    });
    filter(sheet);
    choose(sheet);
  }

  /* The table of contents says where one is. */
  const links = new Map(
    [...document.querySelectorAll(".contents a")].map((link) => [link.hash.slice(1), link]),
  );
  const sections = [...links.keys()].map((id) => document.getElementById(id)).filter(Boolean);
  let marked = null;
  const mark = () => {
    const passed = sections.filter((each) => each.getBoundingClientRect().top < 120);
    const here = links.get((passed.at(-1) ?? sections[0]).id);
    if (here === marked) return;
    marked?.removeAttribute("aria-current");
    here.setAttribute("aria-current", "true");
    here.closest("ol").scrollLeft = here.offsetLeft - 60; /* where it is one line that scrolls */
    marked = here;
  };
  document.addEventListener("scroll", mark, { passive: true });
  mark();
})();
