const PRESSABLE = 'a, button, input, select, textarea, [tabindex="0"]';

let pressed: Element | null = null;

/** Remembers the last pressed control until a key is pressed: Safari focuses no clicked button or link. */
export function watchPresses() {
  const press = ({ target }: Event) => {
    pressed = target instanceof Element ? target.closest(PRESSABLE) : null;
  };
  const forget = () => {
    pressed = null;
  };
  document.addEventListener('pointerdown', press, true);
  document.addEventListener('keydown', forget, true);
}

/** Returns the control in use: the focused one or, if a click moved no focus, the clicked one. */
export function controlInUse(): Element | null {
  const { activeElement } = document;
  return pressed && activeElement?.contains(pressed) ? pressed : activeElement;
}
