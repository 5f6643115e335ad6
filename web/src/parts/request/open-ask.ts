import { signal } from '../../lib/http/session-events.ts';

/** Opens the dialog "Ask for Documents" for the client with the given id. */
export const openAsk = signal<string>();

/** Opens the dialog "Start Fact-Find" for the client with the given id. */
export const openStartFactfind = signal<string>();
