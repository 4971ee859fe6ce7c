// Charts as data: unpacks each picture's settings, draws them with Vega-Lite, and wires the inputs to them.
(async () => {
const sections = [...document.querySelectorAll("section.chart")];
if (!sections.length) return;

const make = (name, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
};

const unpack = async (element) => {
  const packed = Uint8Array.from(atob(element.textContent), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
};

// Numbers: whole, "21/32", or decimals of six digits.
const number = (raw) => {
  if (typeof raw !== "string") return raw;
  const [above, below] = raw.split("/");
  return above / below;
};
const percent = (raw) => {
  if (typeof raw !== "string") return `${(100 * raw).toFixed(2)}%`;
  const [above, below] = raw.split("/").map(BigInt); // Rounded half up, as in the tables.
  const double = 20000n * above + below;
  const hundredths = double / (2n * below) - (double < 0n && double % (2n * below) ? 1n : 0n);
  return `${(Number(hundredths) / 100).toFixed(2)}%`;
};
const written = (axis, raw) =>
  axis.names[raw] ?? (axis.percent ? percent(raw) : String(Number(number(raw).toPrecision(4))));
const exactly = (axis, raw) => written(axis, raw) + (typeof raw === "string" ? ` = ${raw}` : "");

const TEXTS = new Set(["word", "fill", "ink", "kind"]);
const rowsOf = (columns) => {
  const names = Object.keys(columns);
  return (columns[names[0]] ?? []).map((_, i) => {
    const row = { i };
    for (const name of names) row[name] = TEXTS.has(name) ? columns[name][i] : number(columns[name][i]);
    return row;
  });
};

// What a reader hears, sees and copies of each point of a mark: where it is, its words, and its cells as CSV.
const pointsOf = (told, columns, axes) => {
  const [across, up] = axes;
  const [along, size] = told.lying ? [up, across] : [across, up];
  const place = (axis, raw) => [axis.names.length ? "" : axis.label, written(axis, raw)].filter(Boolean).join(" ");
  if (told.cell) {
    return columns.x.map((x, i) => {
      const raw = columns[told.cell][i], word = columns.word?.[i];
      const value = told.cell === "kind" || raw === null ? raw ?? "nothing" : word || written(up, raw);
      const at = `${place(across, x)}, ${place(up, columns.y[i])}`;
      const said = `${at}: ${value}${typeof raw === "string" && told.cell === "value" ? ` = ${raw}` : ""}`;
      return { x, y: columns.y[i], said, cells: ["", at, number(columns.value[i]), columns.value[i]] };
    });
  }
  if (told.words) {
    return columns.word.map((word, i) => {
      const said = word.replaceAll("\n", ", ");
      return { x: number(columns.x[i]), y: number(columns.y[i]), said, cells: ["", said, "", ""] };
    });
  }
  if (!told.value) return [];
  return columns[told.at].map((at, i) => {
    const raw = columns[told.value][i], end = number(columns.base?.[i] ?? 0) + number(raw);
    const name = told.label || size.label;
    const [x, y] = told.lying ? [end, number(at)] : [number(at), end];
    const said = `${name ? `${name}, ` : ""}${place(along, at)}: ${exactly(size, raw)}`;
    return { x, y, said, cells: [name, written(along, at), number(raw), raw] };
  });
};

const wrap = (text, letters) => {
  const lines = [""];
  for (const word of text.split(" ")) {
    if (lines.at(-1) && `${lines.at(-1)} ${word}`.length > letters) lines.push(word);
    else lines.push([lines.pop(), word].filter(Boolean).join(" "));
  }
  return lines;
};

const widest = (words) => Math.max(0, ...words.flatMap((word) => word.split("\n").map((line) => line.length)));

// How the words of an axis are written, and how much of the panel they take.
const LETTER = 7.2, LINE = 15, RIGHT = 16, TOP = 10;
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500];
const measured = (axis, upright, drawn, width, height, ends) => {
  if (!drawn) return { room: 6, title: [], names: [], turned: false, step: 1 };
  const title = axis.label ? wrap(axis.label, ((upright ? height : width) - 50) / (LETTER + 0.6)) : [];
  const span = Math.max(1, ends[1] - ends[0]), most = Math.max(3, (upright ? height : width) / 36);
  const step = STEPS.find((each) => span / each <= most) ?? Math.ceil(span / most);
  let names = [], turned = false, room = 12;
  if (axis.names.length) {
    const place = (width - RIGHT) / span;
    const letters = Math.max(8, Math.floor((upright ? 0.34 * width : place - 4) / LETTER));
    turned = !upright && widest(axis.names.flatMap((name) => name.split(" "))) > (place - 2) / LETTER;
    names = axis.names.map((name) => wrap(name, turned ? 99 : letters));
    const long = LETTER * widest(names.flat()), lines = LINE * Math.max(...names.map((name) => name.length));
    room += upright ? long : turned ? 0.66 * long + 8 : lines;
  } else if (upright) {
    const long = (end) => String(Number((axis.percent ? 100 * end : end).toPrecision(2))).length + 1;
    room += LETTER * Math.min(9, Math.max(3, ...ends.map(long)));
  } else {
    room += LINE;
  }
  return { title, names, turned, step, room: Math.ceil(room + (title.length && title.length * LINE + 6)) };
};

// Where a panel's axes stand in its width and height, the left one no further left than it stood before.
const geometry = (panel, width, height, ends, before) => {
  const { x, y } = panel.spec.layer.at(-1).encoding;
  const up = measured(panel.axes[1], true, y.axis, width, height, ends.slice(2));
  const left = Math.max(up.room, before ?? 0);
  const across = measured(panel.axes[0], false, x.axis, width - left, height, ends);
  return {
    up, across, padding: { left, right: RIGHT, top: TOP, bottom: across.room },
    width: width - left - RIGHT, height: height - TOP - across.room,
  };
};

const axisOf = (axis, upright, encoding, { title, turned }, width) => {
  if (!encoding.axis) return encoding;
  const look = { ...encoding.axis }, side = upright ? "y" : "x";
  if (title.length) look.title = title;
  if (axis.names.length) {
    const words = `names_${side}[datum.value]`;
    look.values = { expr: `sequence(length(names_${side}))` };
    Object.assign(look, { labelExpr: `${words} || ""`, labelOverlap: false, labelPadding: 5, ticks: false });
    if (upright) look.labelOffset = { expr: `isArray(${words}) ? -${LINE / 2} * (length(${words}) - 1) : 0` };
    if (turned) Object.assign(look, { labelAngle: -40, labelAlign: "right", labelBaseline: "top" });
  } else if (axis.whole) {
    const [low, high, step] = upright ? ["bottom", "top", "step_y"] : ["left", "right", "step_x"];
    look.values = { expr: `sequence(${step} * ceil(${low} / ${step}), ${high} + 0.01, ${step})` };
  } else if (!upright) {
    look.tickCount = Math.max(3, Math.floor(width / 60));
  }
  return { ...encoding, axis: look };
};

const specOf = (panel, shape, held) => {
  const spec = structuredClone(panel.spec);
  const encodings = spec.layer.at(-1).encoding;
  const x = axisOf(panel.axes[0], false, encodings.x, shape.across, shape.width);
  const y = axisOf(panel.axes[1], true, encodings.y, shape.up, shape.width);
  const own = ({ encoding, ...layer }) => ({
    ...layer,
    encoding: {
      ...encoding,
      ...(encoding.x && { x: { ...x, field: encoding.x.field } }),
      ...(encoding.y && { y: { ...y, field: encoding.y.field } }),
    },
  });
  const kept = (layer) => ({ ...layer, data: { name: `held_${layer.data.name}` } });
  // Under a map nothing would be seen: its cells have a strip of their shade before.
  const strip = (layer) => ({
    ...kept(layer),
    transform: layer.transform.map((step) => (step.as === "xhigh" ? { ...step, calculate: "datum.x - 0.38" } : step)),
  });
  const ghost = (layer) => ({
    ...kept(layer),
    mark: { ...layer.mark, opacity: 0.3 * (layer.mark.opacity ?? 1) },
  });
  const layers = held ? structuredClone(held.spec.layer.slice(0, -1)).filter((layer) => layer.mark.opacity !== 0) : [];
  const [focus] = spec.layer.splice(-1);
  if (held?.marks.some((told) => told.cell)) spec.layer.push(...layers.slice(0, 1).map(strip));
  else spec.layer.unshift(...layers.map(ghost));
  spec.layer = [...spec.layer, focus].map(own);
  delete spec.datasets;
  return { ...spec, padding: shape.padding, width: shape.width, height: shape.height };
};

// What a view has besides the numbers of its marks.
const signals = (ends, { up, across }) => ({
  left: ends[0], right: ends[1], bottom: ends[2], top: ends[3],
  names_x: across.names, names_y: up.names, step_x: across.step, step_y: up.step,
});
const same = (one, other) => one === other || JSON.stringify(one) === JSON.stringify(other);

const union = (old, now) => old
  ? [Math.min(old[0], now[0]), Math.max(old[1], now[1]), Math.min(old[2], now[2]), Math.max(old[3], now[3])]
  : now;

// How wide a panel must be for the words in its cells and boxes; a narrower screen scrolls it.
const least = (marks, ends, look) => Math.max(0, ...marks.map(([columns], place) => {
  const told = look.marks[place];
  if (!columns.word || !(told.cell || told.words)) return 0;
  const [letter, paper, room] = told.cell ? [6.3, 3, 76] : [LETTER, 8, 30]; // Letters in cells are smaller.
  return (widest(columns.word) * letter + paper) / (told.room ?? 1) * (ends[1] - ends[0]) + room;
}));

// Ends so wide that the words at the ends of bars have room.
const roomy = (ends, marks, look, width, height) => {
  const wide = [...ends];
  marks.forEach(([columns], place) => {
    const told = look.marks[place];
    if (!columns.word || !told.value) return;
    const side = told.lying ? 0 : 2, span = ends[side + 1] - ends[side];
    columns.size.forEach((size, i) => {
      const need = told.lying ? (widest([columns.word[i]]) * LETTER + 8) / width : 20 / height;
      const end = number(columns.base?.[i] ?? 0) + number(size);
      if (number(size) < 0) wide[side] = Math.min(wide[side], end - need * span);
      else wide[side + 1] = Math.max(wide[side + 1], end + need * span);
    });
  });
  return wide;
};

// The sign of a legend, drawn as the marks are.
const SHAPES = {
  o: "M-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0", s: "M-4,-4h8v8h-8Z", D: "M0,-5L4,0L0,5L-4,0Z", "^": "M0,-5L5,4H-5Z",
  v: "M0,5L5,-4H-5Z", P: "M-1.5,-5h3v3.5h3.5v3h-3.5v3.5h-3v-3.5h-3.5v-3h3.5Z", x: "M-4,-4L4,4M-4,4L4,-4", "|": "M0,-6V6",
  "*": "M0,-7L1.6,-2.2L6.7,-2.2L2.5,0.8L4.1,5.7L0,2.7L-4.1,5.7L-2.5,0.8L-6.7,-2.2L-1.6,-2.2Z",
};
const sign = (look) => {
  const parts = [];
  const rect = (fill) => `<rect x="3" y="1" width="22" height="12" fill="${fill}"/>`;
  if (look.fill) parts.push(rect(look.fill));
  if (look.hatch) parts.push(rect(look.hatch));
  if (look.line) {
    parts.push(`<path d="M0,7H28" fill="none" stroke="${look.line}" stroke-width="${look.width}" stroke-dasharray="${look.dash}"/>`);
  }
  if (look.marker) {
    const { shape, colour, open } = look.marker;
    parts.push(`<path transform="translate(14,7)" d="${SHAPES[shape]}" ${open
      ? `fill="none" stroke="${colour}" stroke-width="2"` : `fill="${colour}"`}/>`);
  }
  return `<svg width="28" height="14" viewBox="0 0 28 14" aria-hidden="true">${parts.join("")}</svg>`;
};

const quoted = (cell) => (/[",\n]/.test(cell) ? `"${String(cell).replaceAll('"', '""')}"` : String(cell));

class Exploration {
  constructor(section, place) {
    Object.assign(this, { section, place, views: [], sticky: [], lefts: [], looks: new Map(), held: null, at: -1 });
    section.exploration = this;
    this.form = section.querySelector("form");
    this.inputs = this.form ? [...this.form.querySelectorAll("input, select")] : [];
    this.labels = this.inputs.map((input) => input.closest("label").firstElementChild.textContent);
    this.opening = this.inputs.map((input) => this.values(input).indexOf(this.initial(input)));
    this.figure = section.querySelector("figure");
    this.image = section.querySelector("img");
    this.caption = section.querySelector("figcaption");
    this.numbers = section.querySelector(".numbers");
    this.legend = make("ul", { className: "legend" });
    this.panels = make("div", { className: "panels", tabIndex: 0 });
    this.panels.setAttribute("role", "group");
    this.panels.setAttribute("aria-label", "Chart: the arrow keys go from point to point");
    this.tip = make("output", { className: "tip", hidden: true });
    this.settings = make("p", { className: "settings" });
  }

  initial(input) {
    return input.tagName === "SELECT"
      ? [...input.options].find((option) => option.defaultSelected).text
      : String(JSON.parse(input.dataset.values)[input.defaultValue]);
  }

  values(input) {
    if (input.tagName === "SELECT") return [...input.options].map((option) => option.text);
    return JSON.parse(input.dataset.values).map(String);
  }

  async open() {
    this.store = JSON.parse(await unpack(this.section.querySelector("script")));
    this.image.hidden = true;
    this.image.after(this.legend, this.panels, this.settings);
    this.figure.append(this.tip);
    this.numbers.open = false;
    this.wire();
    this.tools();
    await this.show();
    this.section.dataset.ready = "true";
  }

  wire() {
    this.form?.addEventListener("input", () => { this.show(); remember(this); });
    this.form?.addEventListener("submit", (event) => event.preventDefault());
    if (this.form) this.form.hidden = false;
    this.panels.addEventListener("keydown", (event) => this.step(event));
    this.panels.addEventListener("blur", () => this.look(-1));
    this.panels.addEventListener("pointerleave", () => { if (this.at < 0) this.tip.hidden = true; });
    // The width is asked for when it changes only: the page would be laid out at every move.
    this.wide = this.panels.clientWidth;
    new ResizeObserver(() => {
      if (this.wide === this.panels.clientWidth) return;
      this.wide = this.panels.clientWidth;
      this.show();
    }).observe(this.panels);
  }

  tools() {
    const button = (text, act) => {
      const made = make("button", { type: "button", textContent: text });
      made.addEventListener("click", () => act(made));
      return made;
    };
    const copy = button("Copy numbers", (made) => this.copy(made));
    const tools = make("p", { className: "tools" });
    if (this.form) {
      tools.append(button("Reset", () => this.reset()), this.holder = button("Hold", () => this.hold()));
      this.holder.setAttribute("aria-pressed", "false");
    }
    tools.append(copy);
    if (this.form) this.form.append(tools);
    else this.figure.after(tools);
  }

  // The setting that the inputs stand at, and its chart; null where the rules refuse it.
  chart() {
    let place = 0;
    for (const input of this.inputs) place = place * this.values(input).length + Number(input.value);
    const [sentence, title, table, frame, told, ends, marks] = this.store.charts[this.store.settings[place]];
    const words = this.store.sentences[sentence];
    if (title === undefined) return { refused: words };
    return {
      sentence: words, title: this.store.titles[title], frame, told, look: this.lookOf(frame, told), marks,
      rows: this.store.tables[table].map((row) => this.store.rows[row]), ends: ends.map((one) => this.store.ends[one]),
    };
  }

  lookOf(frame, told) {
    const key = `${frame} ${told}`;
    if (!this.looks.has(key)) {
      const { panels, ...rest } = this.store.told[told];
      const frames = this.store.frames[frame];
      this.looks.set(key, { ...rest, panels: panels.map((panel, place) => ({ ...panel, ...frames[place] })) });
    }
    return this.looks.get(key);
  }

  words() {
    return this.inputs.map((input, place) => `${this.labels[place]}: ${this.values(input)[input.value]}`).join(", ");
  }

  show() {
    for (const input of this.inputs) {
      if (input.type !== "range") continue;
      const value = this.values(input)[input.value];
      input.setAttribute("aria-valuetext", value);
      input.nextElementSibling.textContent = value;
    }
    this.settings.textContent = this.words();
    const chart = this.chart();
    this.figure.classList.toggle("refused", Boolean(chart.refused));
    if (chart.refused) {
      this.image.alt = this.caption.textContent = chart.refused;
      this.numbers.hidden = true;
      return null;
    }
    this.numbers.hidden = false;
    this.look(-1);
    this.image.alt = this.caption.textContent = chart.sentence;
    this.figure.querySelector(".title").textContent = chart.title;
    this.tabulate(chart);
    return this.draw(chart);
  }

  tabulate({ title, rows: [columns, ...rows] }) {
    const table = this.numbers.querySelector("table");
    table.caption.textContent = title;
    const head = columns.map((name) => make(name ? "th" : "td", name ? { scope: "col", textContent: name } : {}));
    table.tHead.replaceChildren(make("tr", {}, ...head));
    table.tBodies[0].replaceChildren(...rows.map(([first, ...cells]) => make("tr", {},
      make("th", { scope: "row", textContent: first }), ...cells.map((textContent) => make("td", { textContent })))));
  }

  // The latest chart that was asked for: a new view takes a moment, while others may be asked for.
  async draw(chart) {
    this.wanted = chart;
    if (this.busy) return;
    this.busy = true;
    while (this.wanted) {
      const next = this.wanted;
      this.wanted = null;
      await this.put(next);
    }
    this.busy = false;
  }

  async put(chart) {
    const { panels } = chart.look, width = this.wide, height = Math.round(0.82 * chart.look.height);
    if (width < 100) return; // Nobody sees it; it is drawn when somebody does.
    if (width !== this.width) Object.assign(this, { width, sticky: [], lefts: [] });
    if (this.held && !this.fits(chart)) this.release();
    const marks = chart.marks.map((panel) => panel.map((mark) => this.store.marks[mark]));
    const needs = panels.map((look, place) => Math.ceil(least(marks[place], chart.ends[place], look)));
    const columns = panels.length > 1 && width / panels.length < Math.max(215, ...needs) ? 1 : panels.length;
    const across = Math.floor((width - 16 * (columns - 1)) / columns);
    const shapes = panels.map((panel, place) => {
      const wide = Math.max(across, needs[place]), now = chart.ends[place];
      const first = geometry(panel, wide, height, now, this.lefts[place]);
      const room = roomy(now, marks[place], panel, first.width, first.height);
      const ends = panel.sticky ? union(this.sticky[place], room) : room;
      return { ends, ...geometry(panel, wide, height, ends, this.lefts[place]) };
    });
    this.sticky = shapes.map(({ ends }) => ends);
    this.lefts = shapes.map(({ padding }) => padding.left);
    const shape = JSON.stringify([chart.frame, columns, across, shapes.map(({ up, across }) => [up.title, across.title, across.turned])]);
    if (this.shape !== shape || this.built !== this.held) await this.build(chart, shapes, across);
    if (this.told !== chart.told || this.shape !== shape || this.signed !== this.held) this.sign(chart);
    this.shape = shape;
    this.points = [];
    panels.forEach((panel, place) => {
      const view = this.views[place], known = this.known[place];
      const { ends, padding, width, height } = shapes[place];
      for (const [name, value] of Object.entries(signals(ends, shapes[place]))) {
        if (!same(view.signal(name), value)) view.signal(name, value);
      }
      view.width(width).height(height);
      if (!same(view.padding(), padding)) view.padding(padding);
      panel.marks.forEach((told, mark) => {
        const columns = marks[place][mark];
        const points = pointsOf(told, columns[0], panel.axes);
        this.points.push(...points.map((point) => ({ ...point, view, mark })));
        if (known[mark] === columns) return;
        known[mark] = columns;
        columns.forEach((part, set) => view.data(set ? `m${mark}_links` : `m${mark}`,
          rowsOf(part).map((row, i) => (set ? row : { ...row, said: points[i]?.said }))));
      });
      view.run();
    });
    this.shown = chart;
  }

  async build(chart, shapes, across) {
    this.views.forEach((view) => view.finalize());
    const { panels } = chart.look;
    this.panels.style.gridTemplateColumns = `repeat(auto-fit, minmax(0, ${across}px))`;
    const places = panels.map((panel) => {
      const place = make("div", { className: "plot" });
      const title = panel.title ? [make("p", { textContent: panel.title })] : [];
      return [place, make("div", { className: "panel" }, ...title, place)];
    });
    this.panels.replaceChildren(...places.map(([, box]) => box));
    this.views = await Promise.all(panels.map(async (panel, place) => {
      const held = this.held?.chart.look.panels[place];
      const spec = specOf(panel, shapes[place], held);
      const options = { renderer: "svg", actions: false, tooltip: false, defaultStyle: false, hover: false };
      const { view } = await vegaEmbed(places[place][0], spec, options);
      places[place][0].querySelector(".vega-bindings")?.remove();
      places[place][0].querySelector("svg").setAttribute("aria-hidden", "true"); // The points are said instead.
      view.addEventListener("pointermove", (event, item) => this.hover(event, item));
      held?.marks.forEach((told, mark) => this.store.marks[this.held.chart.marks[place][mark]].forEach((part, set) =>
        view.data(`held_m${mark}${set ? "_links" : ""}`, rowsOf(part))));
      return view;
    }));
    Object.assign(this, { built: this.held, known: panels.map(() => []) });
    dispatchEvent(new Event("resize")); // What scrolls is reached by keyboard.
  }

  // Write the legend.
  sign(chart) {
    const { panels, legend } = chart.look;
    const signs = legend.map(({ label, looks }) => {
      const item = make("li", { innerHTML: looks.map(sign).join("") });
      item.append(label);
      return item;
    });
    if (this.held) {
      const map = panels.some((panel) => panel.marks.some((told) => told.cell));
      signs.push(make("li", { className: "held", textContent: `${map ? "strips" : "pale"}: ${this.held.words}` }));
    }
    this.legend.replaceChildren(...signs);
    this.legend.hidden = !signs.length;
    Object.assign(this, { told: chart.told, signed: this.held });
  }

  hover(event, item) {
    const said = item?.mark.marktype === "line" ? undefined : item?.datum?.said;
    if (this.at >= 0 && !said) return;
    this.tip.hidden = !said;
    if (said) this.say(said, event.clientX, event.clientY);
  }

  say(text, x, y) {
    this.tip.textContent = text;
    this.tip.hidden = false;
    const box = this.figure.getBoundingClientRect(), tip = this.tip.getBoundingClientRect();
    this.tip.style.left = `${Math.max(0, Math.min(x - box.left - tip.width / 2, box.width - tip.width))}px`;
    this.tip.style.top = `${Math.max(0, y - box.top - tip.height - 14)}px`;
  }

  step(event) {
    const { points, at } = this, mark = points[at]?.mark;
    const turn = {
      ArrowRight: () => Math.min(at + 1, points.length - 1),
      ArrowLeft: () => Math.max(at - 1, 0),
      ArrowDown: () => Math.max(points.findIndex((point, place) => place > at && point.mark !== mark), Math.min(at, points.length - 1), 0),
      ArrowUp: () => Math.max(0, points.findLastIndex((point, place) => place < at && point.mark !== mark)),
      Home: () => 0,
      End: () => points.length - 1,
      Escape: () => -1,
    }[event.key];
    if (!turn || !points.length) return;
    event.preventDefault();
    this.look(turn());
  }

  // Put the ring around a point, and say what it is; around none at -1.
  look(at) {
    const before = this.points?.[this.at], now = this.points?.[at];
    this.at = now ? at : -1;
    if (before && before.view !== now?.view && this.views.includes(before.view)) before.view.data("focus", []).run();
    if (!now) {
      this.tip.hidden = true;
      return;
    }
    now.view.data("focus", [{ x: now.x, y: now.y }]).run();
    const ring = [...now.view.container().querySelectorAll(".mark-symbol path")].at(-1).getBoundingClientRect();
    this.say(now.said, ring.left + ring.width / 2, ring.top);
  }

  reset() {
    this.inputs.forEach((input, place) => { input.value = this.opening[place]; });
    Object.assign(this, { sticky: [], lefts: [] });
    this.release();
    this.show();
    remember(this);
  }

  hold() {
    if (this.held) {
      this.release();
    } else {
      this.held = { chart: this.shown, words: this.words() };
      this.holder.setAttribute("aria-pressed", "true");
    }
    this.show();
  }

  release() {
    this.held = null;
    this.holder.setAttribute("aria-pressed", "false");
  }

  // Whether the chart that is held can stand under another: in the same frame, with the same names on its axes.
  fits(chart) {
    const names = (look) => look.panels.map(({ axes }) => axes.map((axis) => axis.names));
    return this.held.chart.frame === chart.frame && same(names(this.held.chart.look), names(chart.look));
  }

  csv() {
    const lines = [["what", "where", "number", "exactly"], ...this.points.map((point) => point.cells)];
    return lines.map((line) => line.map((cell) => quoted(cell ?? "")).join(",")).join("\n") + "\n";
  }

  async copy(button) {
    const text = this.csv();
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
    } catch {
      const href = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
      make("a", { href, download: "numbers.csv" }).click();
      URL.revokeObjectURL(href);
      button.textContent = "Saved";
    }
    setTimeout(() => { button.textContent = "Copy numbers"; }, 2000);
  }

  // The inputs that were moved, as parts of an address: "2.dice thrown=4".
  address() {
    return this.inputs.flatMap((input, place) => Number(input.value) === this.opening[place] ? []
      : [`${this.place}.${encodeURIComponent(this.labels[place])}=${encodeURIComponent(this.values(input)[input.value])}`]);
  }

  // Take up what an address says; whatever it does not name is at its opening value.
  follow(asked) {
    let moved = false;
    this.inputs.forEach((input, place) => {
      const found = this.values(input).indexOf(asked.get(`${this.place}.${this.labels[place]}`));
      const value = String(found < 0 ? this.opening[place] : found);
      moved ||= input.value !== value;
      input.value = value;
    });
    return moved;
  }
}

const asked = () => new Map(location.hash.slice(1).split("&").filter((part) => part.includes("=")).map((part) =>
  part.split("=").map((text) => { try { return decodeURIComponent(text); } catch { return text; } })));

// Moves that follow each other quickly are one step of the browser's way back, and written once they pause:
// browsers refuse an address that changes too often.
let last = { exploration: null, time: 0 }, pause;
const remember = (exploration) => {
  clearTimeout(pause);
  pause = setTimeout(() => write(exploration), 200);
};
const write = (exploration) => {
  const now = performance.now(), hash = `#${explorations.flatMap((one) => one.address()).join("&")}`;
  const quick = last.exploration === exploration && now - last.time < 1000;
  history[quick ? "replaceState" : "pushState"](null, "", hash);
  last = { exploration, time: now };
};

const explorations = sections.map((section, place) => new Exploration(section, place + 1));
const follow = () => {
  const wanted = asked();
  for (const exploration of explorations) {
    if (exploration.follow(wanted) && exploration.store) exploration.show();
  }
};
addEventListener("popstate", follow);

const library = document.getElementById("charts");
document.head.append(make("script", { textContent: `(() => {${await unpack(library)}})()` }));
const patterns = make("div", { innerHTML: `<svg width="0" height="0" aria-hidden="true" style="position:absolute"><defs>
<pattern id="slashes" width="7" height="7" patternUnits="userSpaceOnUse"><path d="M-1,1l2,-2M0,7l7,-7M6,8l2,-2" stroke="#fff" stroke-width="1.6"/></pattern>
<pattern id="dots" width="7" height="7" patternUnits="userSpaceOnUse"><circle cx="3.5" cy="3.5" r="1.3" fill="#fff"/></pattern></defs></svg>` });
document.body.append(patterns.firstChild);
follow();
for (const exploration of explorations) {
  await exploration.open();
  await new Promise((done) => setTimeout(done)); // The reader may scroll meanwhile.
}
document.documentElement.dataset.charts = "ready";

// On paper the numbers are unfolded.
const folded = new Set();
addEventListener("beforeprint", () => document.querySelectorAll("details.numbers:not([open])").forEach((details) => {
  folded.add(details);
  details.open = true;
}));
addEventListener("afterprint", () => { folded.forEach((details) => { details.open = false; }); folded.clear(); });
})();
