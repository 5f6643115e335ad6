type Listener = () => void;

/** Something that is told to whoever listens; `on` gives the way to stop. */
function signal() {
  const listeners = new Set<Listener>();
  return {
    on: (listener: Listener): Listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tell: () => {
      for (const listener of listeners) listener();
    },
  };
}

/** That the session turns out to be over, in this tab or another. */
export const sessionLost = signal();
/** That a second factor has to be set up before anything else. */
export const enrolmentDue = signal();

const otherTabs = new BroadcastChannel('session');
otherTabs.onmessage = sessionLost.tell;

/** Says to the other tabs that one has signed out here. */
export const tellOtherTabs = () => otherTabs.postMessage('signed-out');
