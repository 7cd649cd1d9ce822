// Dragging tiles between the parts of the hand: at once with a mouse, after a moment's press with a finger, so that
// the page can still be scrolled. Everything it does can also be done with the buttons of the tile's sheet.

import { h } from "./dom.js";
import { picture } from "./faces.js";
import { move, state, tileOf } from "./store.js";

const PRESS_MS = 280;
const MOUSE_PX = 6;
const SLIP_PX = 10;

export function enableDrag(zones) {
  let drag = null;

  zones.addEventListener("pointerdown", (event) => {
    const button = event.target.closest("button.tile");
    if (!button || event.button > 0 || drag) return;
    drag = { id: Number(button.dataset.id), button, x: event.clientX, y: event.clientY, pointer: event.pointerId, ghost: null };
    if (event.pointerType !== "mouse") drag.timer = setTimeout(() => lift(drag.x, drag.y), PRESS_MS);
  });

  addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    const far = Math.hypot(event.clientX - drag.x, event.clientY - drag.y);
    if (!drag.ghost) {
      if (event.pointerType === "mouse" && far > MOUSE_PX) lift(event.clientX, event.clientY);
      else if (event.pointerType !== "mouse" && far > SLIP_PX) stop();
      return;
    }
    carry(event.clientX, event.clientY);
  });

  addEventListener("pointerup", (event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    const { id, ghost, target, before } = drag;
    stop();
    if (!ghost) return;
    swallowClick();
    if (target) drop(id, target, before);
  });

  addEventListener("pointercancel", (event) => drag?.pointer === event.pointerId && stop());
  addEventListener("keydown", (event) => event.key === "Escape" && stop());
  // A finger that carries a tile does not scroll.
  addEventListener("touchmove", (event) => drag?.ghost && event.preventDefault(), { passive: false });
  zones.addEventListener("contextmenu", (event) => event.target.closest(".tile") && event.preventDefault());

  function lift(x, y) {
    drag.ghost = h("div", { class: "tile ghost", "aria-hidden": "true" }, picture(tileOf(drag.id).face));
    document.body.append(drag.ghost);
    drag.button.classList.add("dragged");
    navigator.vibrate?.(12);
    carry(x, y);
  }

  function carry(x, y) {
    drag.ghost.style.left = `${x}px`;
    drag.ghost.style.top = `${y}px`;
    const under = document.elementFromPoint(x, y);
    mark(under?.closest(".tiles") ?? under?.closest(".zone")?.querySelector(".tiles") ?? null);
    const tile = under?.closest("button.tile");
    drag.before = tile ? Number(tile.dataset.id) : null;
  }

  function mark(target) {
    if (drag.target !== target) {
      drag.target?.classList.remove("target");
      target?.classList.add("target");
      drag.target = target;
    }
  }

  function drop(id, target, before) {
    const role = target.dataset.role;
    const group = target.dataset.group === "" ? null : Number(target.dataset.group);
    const tile = tileOf(id);
    const same = tile.role === role && (role !== "meld" || tile.group === group);
    if (same && (before === null || before === id)) return;
    move(id, role, group, role === "win" ? null : before);
  }

  function stop() {
    if (!drag) return;
    clearTimeout(drag.timer);
    drag.ghost?.remove();
    drag.button.classList.remove("dragged");
    drag.target?.classList.remove("target");
    drag = null;
  }

  // The click that follows a drop is none.
  function swallowClick() {
    const swallow = (event) => event.stopPropagation();
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }), 50);
  }
}
