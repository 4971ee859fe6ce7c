// A search over the words of all pages, which stand in this one. Every word that is typed must begin a word under the
// heading, in it or in the page's title; headings that hold more of them come first.
{
  const form = document.querySelector("form.search");
  const [field, status, list] = [form.querySelector("input"), form.querySelector("p"), form.querySelector("ol")];
  const most = 30, around = 90;
  const make = (name, properties, ...children) => {
    const element = Object.assign(document.createElement(name), properties);
    element.append(...children);
    return element;
  };
  const places = JSON.parse(document.getElementById("words").textContent).flatMap(([file, title, sections]) =>
    sections.map(([name, heading, words]) => ({ file, title, name, heading, words })));
  const starting = (word) => new RegExp(`(?<![\\p{L}\\p{N}])${word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`, "iu");

  // The words around the first that was found, with all that were found marked.
  const excerpt = (words, wanted) => {
    const first = Math.min(...wanted.map((word) => words.search(word)).filter((place) => place >= 0));
    const begin = first < around ? 0 : words.indexOf(" ", first - around) + 1;
    const text = Number.isFinite(first) ? words.slice(begin, first + 2 * around) : words.slice(0, 2 * around);
    const marks = new RegExp(`(${wanted.map((word) => word.source).join("|")})`, "giu");
    const parts = text.split(marks).map((part, place) => place % 2 ? make("mark", { textContent: part }) : part);
    return make("p", {}, begin && Number.isFinite(first) ? "… " : "", ...parts, "…");
  };

  const find = () => {
    const wanted = field.value.split(/\s+/).filter(Boolean).map(starting);
    const worth = ({ heading, title, words }) => wanted.every((word) => word.test(`${title} ${heading} ${words}`))
      ? 1 + wanted.filter((word) => word.test(heading)).length : 0;
    const found = wanted.length ? places.map((place) => [worth(place), place]).filter(([value]) => value)
      .sort(([one], [other]) => other - one).map(([, place]) => place) : [];
    const more = found.length > most ? `, of which ${most} are shown` : "";
    status.textContent = wanted.length ? `${found.length || "no"} place${found.length === 1 ? "" : "s"} found${more}` : "";
    list.replaceChildren(...found.slice(0, most).map(({ file, title, name, heading, words }) => make("li", {},
      make("a", { href: `${file}?list#${encodeURIComponent(name)}` }, heading === title ? title : `${title}: ${heading}`),
      excerpt(words, wanted))));
  };
  form.hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  field.addEventListener("input", find);
  addEventListener("pageshow", find); // What was typed before a page was opened is there again on the way back.
}
