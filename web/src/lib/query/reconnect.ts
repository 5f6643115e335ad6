import { onlineManager } from '@tanstack/react-query';

/** Milliseconds from the `online` event until the connection is used: the event comes before requests succeed. */
const SETTLING_MS = 500;

/** Sets TanStack Query online after {@link SETTLING_MS}, so that failed reads and pages are retried then. */
export const watchConnection = () =>
  onlineManager.setEventListener((setOnline) => {
    window.addEventListener('online', () => {
      // `onlineManager` reports changes only, and the page may have been opened offline.
      setOnline(false);
      setTimeout(setOnline, SETTLING_MS, true);
    });
    return undefined;
  });
