{
  // ---- the standings after any round
  const afters = all(".afters > .after");
  const buttons = new Map();
  const showAfter = id => {
    for (const after of afters) after.open = after.id === id;
    for (const [name, button] of buttons) button.setAttribute("aria-pressed", name === id);
  };
  if (afters.length > 1) {
    const box = one(".afters");
    const group = make("div", "", { class: "switch", role: "group", "aria-label": box.dataset.label });
    group.append(make("span", box.dataset.label, { "aria-hidden": "true" }));
    for (const after of [...afters].reverse()) {
      const button = make("button", after.dataset.short, { type: "button" });
      button.addEventListener("click", () => {
        history.replaceState(null, "", "#" + after.id);
        showAfter(after.id);
      });
      buttons.set(after.id, button);
      group.append(button);
    }
    box.prepend(group);
  }
  if (afters.length) showAfter(afters[0].id);
  for (const after of afters) one("summary", after).addEventListener("click", event => event.preventDefault());

  // ---- sorting
  const headsOf = table => [...table.tHead.rows].at(-1).cells;
  const value = cell => {
    const text = cell.textContent.trim();
    const number = parseFloat(text.replace("−", "-").replace(",", "."));
    return /^[−\d]/.test(text) && !Number.isNaN(number) ? number : fold(text);
  };
  const compare = (a, b) => {
    if (typeof a === "number" && typeof b === "number") return a - b;
    if (typeof a !== typeof b) return typeof a === "number" ? -1 : 1;
    return a < b ? -1 : a > b ? 1 : 0;
  };
  const sort = (table, column, head) => {
    const body = table.tBodies[0];
    const rows = [...body.rows].map(row => [value(row.cells[column]), row]);
    const before = head.getAttribute("aria-sort");
    // The first press puts the better numbers first: places and names from the low end, points from the high one.
    const numbers = column > 1 && typeof rows[0]?.[0] === "number";
    const down = before ? before === "ascending" : numbers;
    rows.sort((a, b) => (down ? compare(b[0], a[0]) : compare(a[0], b[0])));
    body.append(...rows.map(pair => pair[1]));
    for (const other of all("[aria-sort]", table)) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
  };
  for (const table of all("table.sortable")) {
    [...headsOf(table)].forEach((head, column) => {
      const button = make("button", head.textContent, { type: "button" });
      button.addEventListener("click", () => sort(table, column, head));
      head.replaceChildren(button);
    });
  }

  // ---- "me": found by a part of the name or the number, highlighted everywhere, remembered
  const people = all("#players details").map(card => ({
    number: one("div", card).id.slice(2),
    name: one("summary bdi", card).textContent,
    key: fold(one("summary bdi", card).textContent),
  }));
  const seatOf = number => {
    const row = one(`#next a[href="#p-${number}"]`)?.closest("li, tr");
    if (!row) return null;
    const cell = row.matches("li") ? one("span", row) : one("td", row);
    const table = one("b", cell)?.textContent ?? "";
    const seat = cell.textContent.replace(table, "").replace("·", "").trim();
    return { table: table || "–", seat, number: table && seat.match(/\d+/)?.[0], later: [...row.cells ?? []].slice(2) };
  };
  const said = (key, n) => found.dataset[key].replace("{n}", n);
  const worded = seat => (/^\d+$/.test(seat) ? said("seat", seat) : seat);
  const placeOf = number => {
    const table = one(".after .standings");
    const row = table && one(`a[href="#p-${number}"]`, table)?.closest("tr");
    if (!row) return null;
    const heads = [...headsOf(table)].map(head => head.textContent);
    const cells = [...row.cells];
    const points = [2, 3].filter(at => at < cells.length - 1).map(at => `${heads[at]} ${cells[at].textContent}`);
    return { place: cells[0].textContent, points: points.join(" · ") };
  };
  const remembered = shelf("me");
  const mine = one("#mine");
  const choose = number => {
    for (const element of all(".me")) element.classList.remove("me");
    const person = people.find(other => other.number === number);
    mine.hidden = !person;
    if (!person) return;
    for (const link of all(`a[href="#p-${number}"]`)) {
      (link.closest(".cards") ? link : link.closest("tr, li") ?? link).classList.add("me");
    }
    for (const line of all(`g[data-n="${number}"]`)) line.classList.add("me");
    document.getElementById("p-" + number)?.parentElement.classList.add("me");
    const link = one(".who a", mine);
    link.textContent = person.name;
    link.href = "#p-" + number;
    // Where seats have numbers, the seat is a figure of its own between table and place.
    const parts = all("dl > div", mine).map(part => all("dd", part));
    const table = parts[0], place = parts.at(-1), chair = parts.length > 2 ? parts[1] : null;
    const seat = seatOf(number), standing = placeOf(number);
    const round = one("#next .lead")?.textContent.trim();
    table[0].textContent = seat ? seat.table : "–";
    table[1].textContent = seat ? [!(chair && seat.number) && seat.seat, round].filter(Boolean).join(" · ") : table[1].dataset.none;
    if (chair) {
      chair[0].textContent = seat?.number || "–";
      chair[0].parentElement.hidden = !seat;
    }
    const ahead = one("#later"), heads = seat?.later.length ? headsOf(one("#next table")) : [];
    ahead.textContent = heads.length ? ahead.dataset.later : "";
    for (const cell of seat?.later ?? []) ahead.append(make("span", `${heads[cell.cellIndex].textContent.trim()}: ${cell.textContent.trim()}`));
    place[0].textContent = standing ? standing.place : "–";
    place[0].classList.toggle("long", place[0].textContent.length > 3);
    place[1].textContent = standing ? standing.points : "";
  };
  const field = one("#q"), found = one("#found");
  const search = () => {
    const wanted = fold(field.value);
    found.replaceChildren();
    if (!wanted) return;
    const hits = people.filter(person => person.number === wanted || person.key.includes(wanted));
    hits.sort((a, b) => (b.number === wanted) - (a.number === wanted) || !a.key.startsWith(wanted) - !b.key.startsWith(wanted));
    for (const person of hits.slice(0, 8)) {
      const seat = seatOf(person.number), standing = placeOf(person.number);
      const facts = [
        seat && (seat.table === "–" ? seat.seat : `${said("table", seat.table)}, ${worded(seat.seat)}`),
        standing && /^\d/.test(standing.place) && said("place", standing.place),
      ];
      const button = make("button", "", { type: "button" });
      button.append(make("bdi", person.name), make("span", facts.filter(Boolean).join(" · ")));
      button.addEventListener("click", () => {
        remembered.set(person.number);
        choose(person.number);
        field.value = "";
        found.replaceChildren();
        one(".who a", mine).focus();
      });
      const item = document.createElement("li");
      item.append(button);
      found.append(item);
    }
    if (!hits.length) {
      const item = document.createElement("li");
      item.append(make("p", found.dataset.nobody));
      found.append(item);
    }
  };
  field.addEventListener("input", search);
  field.addEventListener("keydown", event => {
    if (event.key === "Enter") one("button", found)?.click();
    if (event.key === "Escape") { field.value = ""; search(); }
  });
  one(".who button", mine).addEventListener("click", () => { remembered.set(""); choose(""); field.focus(); });
  choose(remembered.get());

  // ---- permalinks: #r3, #p-12, and anything folded away
  const follow = () => {
    const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    if (buttons.has(target.id)) showAfter(target.id);
    for (let element = target; element; element = element.parentElement) {
      if (element.tagName === "DETAILS" && !element.classList.contains("after")) element.open = true;
    }
    target.scrollIntoView();
  };
  addEventListener("hashchange", follow);
  follow();
  for (const link of all(".lang a")) link.addEventListener("click", () => { link.hash = location.hash; });

  // ---- paper shows what is folded away on the screen
  let closed = [];
  addEventListener("beforeprint", () => {
    closed = all("details:not([open])").filter(details => !details.closest("#players"));
    for (const details of closed) details.open = true;
  });
  addEventListener("afterprint", () => { for (const details of closed) details.open = false; });
}
