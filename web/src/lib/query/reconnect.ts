import { onlineManager } from '@tanstack/react-query';

/** Milliseconds from the news of a connection until it is used: it is announced a little before it carries requests. */
const SETTLING_MS = 500;

/** Reports a connection that is back once it carries requests: reads and pages that failed without one are repeated then. */
export const watchConnection = () =>
  onlineManager.setEventListener((setOnline) => {
    window.addEventListener('online', () => {
      // Only a change is reported, and the page may have been opened offline.
      setOnline(false);
      setTimeout(setOnline, SETTLING_MS, true);
    });
    return undefined;
  });
