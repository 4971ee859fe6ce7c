// Wires the inputs of each exploration to the pictures that were drawn beforehand.
for (const section of document.querySelectorAll(".explore:not(.chart)")) {
  const frames = JSON.parse(section.querySelector("script").textContent);
  const form = section.querySelector("form");
  const inputs = [...form.querySelectorAll("input, select")];
  const image = section.querySelector("img");
  const words = section.querySelector("figcaption");
  const numbers = section.querySelector(".numbers");

  const show = () => {
    for (const input of inputs) {
      if (input.type === "range") {
        const value = JSON.parse(input.dataset.values)[input.value];
        input.setAttribute("aria-valuetext", value);
        input.nextElementSibling.textContent = value;
      }
    }
    const frame = frames[inputs.map((input) => input.value).join("-")];
    image.hidden = !frame.image; // What the rules refuse is a sentence without a picture.
    image.src = "data:image/png;base64," + frame.image;
    image.alt = frame.words;
    words.textContent = frame.words;
    numbers.innerHTML = frame.table;
  };

  form.addEventListener("input", show);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.hidden = false;
  show(); // A browser may have kept the inputs of an earlier visit.
}

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
