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
    const named = figure.querySelector(`[data-name][data-step="${step}"]`);
    const noun = figure.dataset.noun;
    const total = figure.querySelectorAll("[data-name]").length;
    told.textContent = named
      ? `${noun[0].toUpperCase()}${noun.slice(1)} ${step + 1} of ${total}: ${named.dataset.name}`
      : `Back to ${figure.dataset.back}: the tour is closed`;
    range.setAttribute("aria-valuetext", told.textContent);
  };
  const stop = () => { clearInterval(timer); timer = 0; play.textContent = "Play"; };
  const go = (to) => { step = Math.max(0, Math.min(last(), to)); show(); };
  const take = (place) => {
    stop();
    // Whoever moves the picture by keys stays on it.
    const held = figures[current].contains(document.activeElement);
    current = (place + figures.length) % figures.length;
    go(last());
    if (held) figures[current].focus();
  };
  const start = () => {
    if (timer) { stop(); return; }
    if (step === last()) go(0);
    play.textContent = "Pause";
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
  at("first").addEventListener("click", press.Home);
  at("back").addEventListener("click", press.ArrowLeft);
  at("next").addEventListener("click", press.ArrowRight);
  at("last").addEventListener("click", press.End);
  play.addEventListener("click", start);
  pick.addEventListener("change", () => take(Number(pick.value)));
  range.addEventListener("input", () => { stop(); go(Number(range.value)); });
  speed.addEventListener("change", () => { if (timer) { stop(); start(); } });
  figures.forEach((figure) => { figure.tabIndex = 0; figure.setAttribute("role", "group"); figure.setAttribute("aria-label", "Picture, moved by keys"); });
  player.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const name = event.target.tagName;
    if (name === "INPUT" || name === "SELECT" || (name === "BUTTON" && event.key === " ")) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (press[key]) { event.preventDefault(); press[key](); }
  });
  at("controls").hidden = false;
  take(0);
})();
