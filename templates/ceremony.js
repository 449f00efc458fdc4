// The ceremony, `?ceremony`: places from the last up, one by one (A-20, B-18).
{
  const prizeOf = number => {
    const item = one(`.prizes a[href="#p-${number}"]`)?.closest("li");
    return item ? one("span", item).textContent : "";
  };
  const show = () => {
    const table = one(".after .standings");
    if (!table) return;
    const heads = [...[...table.tHead.rows].at(-1).cells].map(cell => cell.textContent);
    const rows = [...table.tBodies[0].rows].reverse().map(row => {
      const link = one("a, bdi", row);
      return {
        place: row.cells[0].textContent.trim(),
        name: link.textContent,
        points: `${heads[2]} ${row.cells[2].textContent}`,
        prize: prizeOf((link.hash ?? "").slice(3)),
      };
    });
    const words = one("#ceremony").dataset;
    const stage = make("div", "", { class: "stage ceremony", role: "region", "aria-label": one("#ceremony").textContent.trim() });
    const face = make("div", "", { class: "face", "aria-live": "polite" });
    const past = make("ol", "", { class: "past" });
    const back = make("button", words.back, { type: "button" });
    const next = make("button", words.next, { type: "button", class: "main" });
    const close = make("a", words.close, { href: location.pathname.split("/").pop() || "index.html" });
    const controls = make("p", "", { class: "controls" });
    controls.append(back, next, close);
    stage.append(face, past, controls);
    document.body.append(stage);
    document.documentElement.classList.add("staged");
    let shown = 0;
    const draw = () => {
      const row = rows[shown - 1];
      face.replaceChildren();
      if (row) {
        if (row.prize) face.append(make("p", row.prize, { class: "prize" }));
        face.append(make("p", row.place, { class: "huge" }));
        const name = make("p", "", { class: "name" });
        name.append(make("bdi", row.name));
        face.append(name, make("p", row.points, { class: "quiet" }));
      } else {
        const name = make("p", "", { class: "name" });
        name.append(make("bdi", one("h1").textContent));
        face.append(name, make("p", words.start, { class: "quiet" }));
      }
      past.replaceChildren(...rows.slice(Math.max(0, shown - 6), Math.max(0, shown - 1)).reverse().map(other => {
        const item = make("li");
        item.append(make("b", other.place), make("bdi", other.name));
        return item;
      }));
      back.disabled = shown === 0;
      next.disabled = shown === rows.length;
    };
    const go = by => { shown = Math.min(rows.length, Math.max(0, shown + by)); draw(); };
    back.addEventListener("click", () => go(-1));
    next.addEventListener("click", () => go(1));
    addEventListener("keydown", event => {
      if (event.target.matches("button, a") && (event.key === " " || event.key === "Enter")) return;
      if (["ArrowRight", " ", "Enter", "PageDown"].includes(event.key)) go(1);
      else if (["ArrowLeft", "PageUp"].includes(event.key)) go(-1);
      else return;
      event.preventDefault();
    });
    stayAwake();
    draw();
    next.focus();
  };
  if (new URLSearchParams(location.search).has("ceremony")) show();
}
