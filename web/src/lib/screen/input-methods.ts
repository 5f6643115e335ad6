/** Key code of keys that an input method handled, such as the Enter that confirms Japanese text. */
const TAKEN = 229;

/**
 * Hides the keys of input methods from all handlers, so that confirming Chinese, Japanese or Korean text does not
 * submit or close anything. Safari ends the composition before its Enter, so only the key code identifies it (WebKit
 * bug 165004).
 */
export function leaveKeysToInputMethods() {
  const leave = (event: KeyboardEvent) => {
    if (event.isComposing || event.keyCode === TAKEN) event.stopPropagation();
  };
  // Capture on the window runs before the handlers of React, dialogs and menus.
  window.addEventListener('keydown', leave, true);
}
