// A page cannot know whether other pages were mailed along, and to ask for one that is not there is an error. So
// the list marks its links, and a page that was opened by a marked link shows links, marked again; opened in any
// other way it shows the names of the other pages as text.
const listed = new URLSearchParams(location.search).has("list");
if (listed) {
  for (const name of document.querySelectorAll("[data-page]")) {
    const link = Object.assign(document.createElement("a"), { href: `${name.dataset.page}?list` });
    link.append(...name.childNodes);
    name.replaceChildren(link);
  }
  document.querySelectorAll(".unlinked").forEach((note) => note.remove());
  document.querySelectorAll("nav.pages").forEach((links) => { links.hidden = false; });
}
