const TOUCHES = ['pointerdown', 'keydown', 'wheel', 'touchstart'];
const ATTENDED_MS = 120_000;

let touchedAt = Date.now();

export function watchTouches() {
  const note = () => {
    touchedAt = Date.now();
  };
  note();
  for (const touch of TOUCHES) window.addEventListener(touch, note, { capture: true, passive: true });
}

export const isUnattended = () => Date.now() - touchedAt >= ATTENDED_MS;
