// Gives an exercise its field or its choices, and says whether what the reader answers is right.
(() => {
  const section = document.currentScript.previousElementSibling;
  const keys = JSON.parse(section.dataset.keys);
  const choices = JSON.parse(section.dataset.choices);
  const make = (name, attributes, ...children) => {
    const element = Object.assign(document.createElement(name), attributes);
    element.append(...children);
    return element;
  };
  const verdict = make("output", { className: "verdict" });
  verdict.setAttribute("role", "status");
  const say = (mark, words) => {
    verdict.dataset.mark = mark;
    verdict.textContent = words;
  };

  // Thousands set apart, as in 1,296 or 1 296, stand together; a comma that is left is a decimal point.
  const together = (typed) => typed.trim()
    .replace(/(?<![\d.,])[1-9]\d{0,2}(?:[,\u2009\u202f]\d{3})+(?![\d,])/g, (group) => group.replace(/\D/g, ""))
    .replace(/^[+-]?[1-9]\d{0,2}(?: \d{3})+(?=$|[.%])/, (group) => group.replace(/ /g, ""));

  // A typed number as numerator, denominator and, unless it is a fraction, the unit of its last digit.
  const number = (typed) => {
    const text = typed.trim().replace("−", "-").replace(/\s*([/%])\s*/g, "$1").replace(/,/g, ".");
    let parts = /^([+-]?)(?:(\d+)\s+)?(\d+)\/0*([1-9]\d*)$/.exec(text);
    if (parts) {
      const under = BigInt(parts[4]);
      const over = BigInt(parts[2] ?? 0) * under + BigInt(parts[3]);
      return { over: parts[1] === "-" ? -over : over, under, exact: true };
    }
    parts = /^([+-]?)(\d*)\.?(\d*)(%?)$/.exec(text);
    if (!parts || !(parts[2] + parts[3])) return null;
    const places = parts[3].length + (parts[4] ? 2 : 0);
    const over = BigInt(parts[2] + parts[3]);
    return { over: parts[1] === "-" ? -over : over, under: 10n ** BigInt(places), places };
  };
  const size = (value) => (value < 0n ? -value : value);

  // Rounded: half up, away from zero, to the last digit that was typed, and with enough digits.
  const compare = (given) => {
    let found = "wrong";
    for (const key of keys) {
      const [over, under] = key.split("/").map(BigInt);
      if (given.over * under === over * given.under) return "right";
      if (given.exact || given.over * over < 0n) continue;
      const apart = 2n * (size(given.over) * under - size(over) * given.under);
      if (size(apart) > under) continue;
      if (apart === -under) found = "down";
      else if (given.places >= Number(section.dataset.places)) return "rounded";
      else found = "short";
    }
    return found;
  };
  const SAID = {
    right: ["right", "Right."],
    rounded: ["right", "Right, rounded."],
    short: ["near", "Right so far: give more digits, or the fraction."],
    down: ["near", "Nearly: a half is rounded up here."],
  };
  const fits = (given) => given && compare(given) !== "wrong";
  const judge = (typed) => {
    const given = number(together(typed));
    if (!given) return say("unread", "Write a number: whole, a fraction, a decimal or a percentage.");
    const found = compare(given);
    if (found !== "wrong") return say(...SAID[found]);
    if (together(typed) !== typed.trim() && fits(number(typed))) {
      return say("near", "Does that comma set thousands apart? Write a decimal point, or no comma.");
    }
    if (fits(number(`${together(typed)}%`))) {
      return say("near", `Is that a percentage? Then write ${typed.trim()}%.`);
    }
    return say("wrong", `Not yet. ${section.dataset.hint}`);
  };

  const form = make("form", {});
  form.setAttribute("aria-label", section.querySelector("p").textContent);
  if (choices.length) {
    const name = `choice-${section.dataset.name}`;
    const labels = choices.map((word) =>
      make("label", {}, make("input", { type: "radio", name, value: word }), ` ${word}`));
    form.append(make("fieldset", {}, make("legend", {}, "Your choice"), ...labels));
    form.addEventListener("change", (event) => {
      const right = keys.includes(event.target.value);
      say(right ? "right" : "wrong", right ? "Right." : `Not yet. ${section.dataset.hint}`);
    });
  } else {
    const field = make("input", { type: "text", autocomplete: "off", size: 12 });
    const check = make("button", { type: "button" }, "Check");
    form.append(make("label", {}, "Your answer ", field), " ", check);
    check.addEventListener("click", () => judge(field.value));
    // JupyterLab takes Enter, and single keys, for commands of its own.
    form.dataset.lmSuppressShortcuts = "true";
    field.addEventListener("keydown", (event) => event.key === "Enter" && judge(field.value));
  }
  form.addEventListener("submit", (event) => event.preventDefault());
  form.append(verdict);
  section.querySelector("p").after(form);
})();
