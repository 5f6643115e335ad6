const TOUCHES = ['pointerdown', 'keydown', 'wheel', 'touchstart'];
const ATTENDED_MS = 120_000;

let touchedAt = Date.now();

/** Starts to note when the page is used. */
export function watchTouches() {
  const note = () => {
    touchedAt = Date.now();
  };
  note();
  for (const touch of TOUCHES) window.addEventListener(touch, note, { capture: true, passive: true });
}

/** Returns true if nobody has used the page for two minutes. */
export const isUnattended = () => Date.now() - touchedAt >= ATTENDED_MS;
