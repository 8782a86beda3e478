"use strict";
// An open page of a running batch looks for a newer one, and stays where it was read.
(() => {
  const seconds = Number(document.body.dataset.reload);
  const follow = document.getElementById("follow");
  if (!seconds || !follow) return;
  const kept = "cavalcade-follow";
  const read = () => { try { return sessionStorage.getItem(kept); } catch { return null; } };
  const keep = (value) => { try { sessionStorage.setItem(kept, value); } catch { /* not kept */ } };
  follow.checked = read() !== "no";
  follow.addEventListener("change", () => keep(follow.checked ? "yes" : "no"));
  setInterval(() => { if (follow.checked) location.reload(); }, seconds * 1000);
})();
// The player. Without it all solutions are there, whole.
(() => {
  const player = document.getElementById("player");
  if (!player) return;
  const at = (id) => document.getElementById(id);
  const figures = [...player.querySelectorAll(".solution")];
  const [pick, range, speed, told, play] = ["pick", "step", "speed", "told", "play"].map(at);
  let current = 0, step = 0, timer = 0;
  // The piece stands on its square with a frame around it; queens have the frame alone.
  const mover = document.createElementNS("http://www.w3.org/2000/svg", "g");
  mover.setAttribute("class", "mover cv-k1");
  const shapes = { "": "", knight: "M-9 11h18v-3h-18zM-8 6c0-5 5-6 5-10l-5 3-3-3 6-7 1-4 3 3c7 0 10 6 9 18z" };
  const move = (named, piece) => {
    const { x, y, width, height } = named.getBBox();
    const shape = shapes[piece] ?? "M-8 0a8 8 0 1 0 16 0a8 8 0 1 0-16 0";
    mover.innerHTML = `<rect class="cv-ring" x="-18" y="-18" width="36" height="36"/>${shape && "<circle class='cv-paper' r='16'/>"}<path class="cv-full" d="${shape}"/>`;
    mover.style.transform = `translate(${x + width / 2}px,${y + height / 2}px)`;
    named.parentNode.append(mover);
  };
  const last = () => Number(figures[current].dataset.last);
  const show = () => {
    figures.forEach((figure, place) => { figure.hidden = place !== current; });
    const figure = figures[current];
    for (const part of figure.querySelectorAll("[data-step]")) {
      part.style.visibility = Number(part.dataset.step) <= step ? "" : "hidden";
    }
    pick.value = String(current);
    range.max = String(last());
    range.value = String(step);
    const { noun, back, piece } = figure.dataset;
    const names = figure.querySelectorAll("[data-name]");
    told.textContent = step < names.length
      ? `${noun[0].toUpperCase()}${noun.slice(1)} ${step + 1} of ${names.length}: ${names[step].dataset.name}`
      : `Back to ${back}: the tour is closed`;
    move(names[step % names.length], piece);
    range.setAttribute("aria-valuetext", told.textContent);
  };
  const stop = () => { clearInterval(timer); timer = 0; play.textContent = "▶"; play.ariaLabel = "Play"; };
  const go = (to) => { step = Math.max(0, Math.min(last(), to)); show(); };
  const take = (to) => {
    stop();
    // Whoever moves the picture by keys stays on it.
    const held = figures[current].contains(document.activeElement);
    current = (to + figures.length) % figures.length;
    go(last());
    if (held) figures[current].focus();
  };
  const start = () => {
    if (timer) { stop(); return; }
    if (step === last()) go(0);
    play.textContent = "⏸\ufe0e";
    play.ariaLabel = "Pause";
    const rate = Math.max(1, Math.min(30, Number(speed.value) || 4));
    timer = setInterval(() => { go(step + 1); if (step === last()) stop(); }, 1000 / rate);
  };
  const press = {
    ArrowLeft: () => { stop(); go(step - 1); },
    ArrowRight: () => { stop(); go(step + 1); },
    Home: () => { stop(); go(0); },
    End: () => { stop(); go(last()); },
    " ": start,
    n: () => take(current + 1),
    p: () => take(current - 1),
  };
  const buttons = { first: "Home", back: "ArrowLeft", next: "ArrowRight", last: "End" };
  for (const [id, key] of Object.entries(buttons)) at(id).addEventListener("click", press[key]);
  play.addEventListener("click", start);
  pick.addEventListener("change", () => take(Number(pick.value)));
  range.addEventListener("input", () => { stop(); go(Number(range.value)); });
  speed.addEventListener("change", () => { if (timer) { stop(); start(); } });
  figures.forEach((figure) => { figure.tabIndex = 0; figure.setAttribute("aria-label", "Picture, moved by keys"); });
  const seen = () => {
    const { top, bottom } = figures[current].getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  };
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || !seen()) return;
    if (event.target.closest("input,select,.scroll") || (event.target.closest("button,a,summary") && event.key === " ")) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (press[key]) { event.preventDefault(); press[key](); }
  });
  player.classList.add("on");
  at("controls").hidden = false;
  take(0);
})();
