// The hall screen, `?screen`: standings and seating page by themselves in large type.
// `?screen=20` holds each picture for 20 seconds; arrows turn by hand, the space bar stops and goes on.
{
  const wanted = new URLSearchParams(location.search);
  const hold = (Number(wanted.get("screen")) || 12) * 1000;

  const rowsOf = (items) => items.map(([first, name, last, more]) => {
    const row = make("li");
    row.append(make("b", first), make("bdi", name), make("strong", last), make("span", more));
    return row;
  });
  const standings = () => {
    const table = one(".after .standings");
    if (!table) return null;
    const rows = [...table.tBodies[0].rows].map(row => {
      const cells = [...row.cells].map(cell => cell.textContent.trim());
      return [cells[0], one("a, bdi", row).textContent, cells[2], cells.length > 4 ? cells[3] : ""];
    });
    return { head: one(".after caption").textContent, rows, kind: "places" };
  };
  const seating = () => {
    // One round to come is a list, several are a table whose first column of seats is the next round.
    const rows = all(".seats > li, .seats-table tbody tr").flatMap(row => {
      const cell = one("td, span", row), table = one("b", cell)?.textContent;
      return table ? [["", one("a, bdi", row).textContent, table, cell.textContent.replace(table, "").replace("·", "").trim()]] : [];
    });
    const round = one("#next .lead, #next summary");
    return rows.length ? { head: `${one("#next h2").textContent}: ${round.textContent.trim()}`, rows, kind: "chairs" } : null;
  };
  const show = () => {
    const columns = innerWidth > innerHeight ? 2 : 1;
    const size = columns * (columns === 2 ? 12 : 20);
    const pictures = [];
    for (const part of [seating(), standings()]) {
      if (!part) continue;
      const pages = Math.ceil(part.rows.length / size);
      const length = Math.ceil(part.rows.length / pages / columns);
      for (let page = 0; page < pages; page += 1) {
        const rows = part.rows.slice(page * length * columns, (page + 1) * length * columns);
        pictures.push({ ...part, rows, length, page: pages > 1 ? `${page + 1} / ${pages}` : "" });
      }
    }
    if (!pictures.length) return;
    const stage = make("div", "", { class: "stage", role: "region", "aria-label": one("h1").textContent });
    document.body.append(stage);
    document.documentElement.classList.add("staged");
    let at = 0, timer = 0;
    const draw = () => {
      const picture = pictures[at];
      const head = make("div", "", { class: "head" });
      head.append(make("h2", picture.head), make("span", picture.page));
      const list = make("ol", "", { class: picture.kind });
      list.style.setProperty("--rows", picture.length);
      list.style.setProperty("--columns", columns);
      list.append(...rowsOf(picture.rows));
      stage.replaceChildren(head, list);
    };
    const turn = (by) => {
      // From a file the next round's results appear after a whole turn; over a network a failed load would end the show.
      if (at + by >= pictures.length && location.protocol === "file:") location.reload();
      at = (at + by + pictures.length) % pictures.length;
      draw();
    };
    const start = () => { timer = setInterval(() => turn(1), hold); };
    const stop = () => { clearInterval(timer); timer = 0; };
    addEventListener("keydown", event => {
      if (event.key === "ArrowRight") turn(1);
      else if (event.key === "ArrowLeft") turn(-1);
      else if (event.key === " ") { if (timer) stop(); else start(); }
      else return;
      event.preventDefault();
    });
    stayAwake();
    draw();
    start();
  };
  if (wanted.has("screen")) show();
}
