type Listener = () => void;

const listeners = new Set<Listener>();
const otherTabs = new BroadcastChannel('session');
otherTabs.onmessage = () => {
  for (const listener of listeners) listener();
};

/** Calls `listener` whenever the session turns out to be over, in this tab or another; gives the way to stop. */
export function onSessionLost(listener: Listener): Listener {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Says that the session is over to this tab's screen. */
export function sessionLost() {
  for (const listener of listeners) listener();
}

/** Says to the other tabs that one has signed out here. */
export const tellOtherTabs = () => otherTabs.postMessage('signed-out');
