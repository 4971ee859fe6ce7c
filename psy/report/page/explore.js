// A table that is wider than its place is scrolled by keyboard, too.
const reach = () => {
  for (const part of document.querySelectorAll(".numbers, .output_subarea, .plot")) {
    if (part.scrollWidth > part.clientWidth) part.tabIndex = 0;
    else part.removeAttribute("tabindex");
  }
};
addEventListener("resize", reach);
addEventListener("input", reach);
reach();
