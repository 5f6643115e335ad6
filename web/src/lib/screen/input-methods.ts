/** Key code of every key that an input method took, such as the Enter that confirms Japanese text. */
const TAKEN = 229;

/**
 * Keeps the keys of input methods from all handlers of the app, so that confirming or giving up Chinese, Japanese or Korean text
 * neither sends nor closes anything. Safari ends the composition before its Enter: only the key code shows it then (WebKit bug 165004).
 * Browsers themselves submit no form by such a key.
 */
export function leaveKeysToInputMethods() {
  const leave = (event: KeyboardEvent) => {
    if (event.isComposing || event.keyCode === TAKEN) event.stopPropagation();
  };
  // On the window, so that it comes before those of React, dialogs and menus.
  window.addEventListener('keydown', leave, true);
}
