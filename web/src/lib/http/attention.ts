const TOUCHES = ['pointerdown', 'keydown', 'wheel', 'touchstart'];
const ATTENDED_MS = 120_000;

let touchedAt = Date.now();

/** Notes from now on when somebody touches the page. */
export function watchTouches() {
  const note = () => {
    touchedAt = Date.now();
  };
  note();
  for (const touch of TOUCHES) window.addEventListener(touch, note, { capture: true, passive: true });
}

/** Whether nobody has touched the page for two minutes. */
export const isUnattended = () => Date.now() - touchedAt >= ATTENDED_MS;
