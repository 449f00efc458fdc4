// The hall timer: runs the day's plan by the clock of the computer, or a tour started by hand.
{
  const MINUTE = 60000, NOTICE = 15 * MINUTE, AFTER = 10 * MINUTE, FRESH = 5000;
  const items = all("#plan-list li");
  const kept = shelf("timer");
  // begun: the tour started by hand and when; more: minutes for everybody, by tour; extras: minutes for single tables.
  const fresh = () => ({ day: new Date().toDateString(), begun: null, more: {}, extras: [] });
  let state = fresh();
  try {
    const found = JSON.parse(kept.get() || "{}");
    // What was kept yesterday says nothing about today.
    if (found.day === state.day) state = { ...state, ...found };
  } catch { kept.set(""); }
  const keep = () => { kept.set(JSON.stringify(state)); tick(); };

  const today = (text, now) => {
    const [hours, minutes] = text.split(":").map(Number);
    const day = new Date(now);
    day.setHours(hours, minutes, 0, 0);
    return day.getTime();
  };
  const periods = now => items.map((item, index) => {
    const start = today(item.dataset.start, now), length = today(item.dataset.end, now) - start;
    const begun = state.begun?.index === index ? state.begun.at : start;
    return { index, item, start: begun, end: begun + length + (state.more[index] || 0) * MINUTE };
  });
  const current = now => {
    const list = periods(now);
    const from = state.begun ? state.begun.index : 0;
    return list.slice(from).find((period, at, rest) => {
      const next = rest[at + 1]?.start ?? Infinity;
      return now < Math.min(period.end + AFTER, Math.max(period.end, next));
    }) ?? null;
  };
  const clock = milliseconds => {
    const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
    const two = number => String(number).padStart(2, "0");
    const hours = Math.floor(seconds / 3600);
    return (hours ? `${hours}:` : "") + `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  };

  // ---- sound: a struck gong is a low tone with slower and slower overtones; a browser wants a click first
  let audio = null;
  const gong = (strokes = 1) => {
    document.documentElement.dataset.gongs = Number(document.documentElement.dataset.gongs || 0) + strokes;
    if (!audio) return;
    for (let stroke = 0; stroke < strokes; stroke += 1) {
      [[110, 1, 6], [164, .5, 4], [221, .4, 3], [331, .2, 2]].forEach(([pitch, loud, seconds]) => {
        const tone = audio.createOscillator(), volume = audio.createGain(), at = audio.currentTime + stroke * 1.4;
        tone.frequency.value = pitch;
        volume.gain.setValueAtTime(loud * .5, at);
        volume.gain.exponentialRampToValueAtTime(.0001, at + seconds);
        tone.connect(volume).connect(audio.destination);
        tone.start(at);
        tone.stop(at + seconds);
      });
    }
  };
  one("#sound").addEventListener("click", event => {
    audio = audio ? null : new AudioContext();
    event.target.setAttribute("aria-pressed", Boolean(audio));
    if (audio) gong();
  });
  one("#gong").addEventListener("click", () => { audio ??= new AudioContext(); one("#sound").setAttribute("aria-pressed", "true"); gong(); });
  one("#full").addEventListener("click", () => document.documentElement.requestFullscreen?.().catch(() => {}));

  // ---- the face
  const words = one("#say").dataset;
  let before = Date.now();
  const say = text => { if (one("#say").textContent !== text) one("#say").textContent = text; };
  const crossed = (moment, now) => before < moment && now >= moment && now - moment < FRESH;
  const draw = (period, now) => {
    const body = document.body.classList;
    const running = period && now >= period.start && now < period.end;
    const over = period && now >= period.end;
    body.toggle("late", Boolean(running && period.end - now <= NOTICE));
    body.toggle("over", Boolean(over));
    for (const item of items) item.classList.toggle("on", item === period?.item);
    if (!period) {
      one("#what").textContent = words.done;
      one("#left").textContent = "";
      return say("");
    }
    one("#what").textContent = one("b", period.item).textContent;
    const shown = clock(over ? 0 : (running ? period.end : period.start) - now);
    one("#left").textContent = shown;
    one("#left").classList.toggle("hours", shown.length > 5);
    const part = running ? (now - period.start) / (period.end - period.start) : over ? 1 : 0;
    one("#bar div").style.width = `${(part * 100).toFixed(1)}%`;
    if (over) say(words.over);
    else if (!running) say(words.until);
    else say(period.end - now <= NOTICE ? words.notice : words.left);
  };
  const drawExtras = (period, now) => {
    const list = one("#extras"), texts = list.dataset;
    const rows = state.extras.filter(extra => extra.index === period?.index).map(extra => {
      const left = period.end + extra.minutes * MINUTE - now;
      if (crossed(period.end + extra.minutes * MINUTE, now)) gong();
      const row = make("li", `${texts.table.replace("{n}", extra.table)} +${extra.minutes}: `);
      row.append(make("b", left > 0 ? clock(left) : texts.over));
      const remove = make("button", "×", { type: "button", "aria-label": `${texts.remove} ${extra.table}` });
      remove.addEventListener("click", () => { state.extras = state.extras.filter(other => other !== extra); keep(); });
      row.append(remove);
      return row;
    });
    const wanted = rows.map(row => row.textContent).join();
    if (list.dataset.shown === wanted) return;
    list.dataset.shown = wanted;
    list.replaceChildren(...rows);
  };
  const tick = () => {
    const now = Date.now();
    const period = current(now);
    if (period) {
      if (crossed(period.start, now) || crossed(period.end, now)) gong();
      if (crossed(period.end - NOTICE, now)) gong(2);
    }
    draw(period, now);
    drawExtras(period, now);
    before = now;
  };

  // ---- by hand
  one("#now").addEventListener("click", () => {
    const index = Number(one("#round").value);
    state = { ...fresh(), begun: { index, at: Date.now() } };
    gong();
    keep();
  });
  one("#plan").addEventListener("click", () => { state = fresh(); keep(); });
  one("#add").addEventListener("click", () => {
    const period = current(Date.now()), minutes = Number(one("#minutes").value), table = Number(one("#table").value);
    if (!period || !(minutes > 0)) return;
    if (table) state.extras = [...state.extras.filter(extra => extra.table !== table), { index: period.index, table, minutes }];
    else state.more = { ...state.more, [period.index]: (state.more[period.index] || 0) + minutes };
    keep();
  });
  const upcoming = current(Date.now());
  if (upcoming) one("#round").value = upcoming.index;
  stayAwake();
  tick();
  setInterval(tick, 250);
}
