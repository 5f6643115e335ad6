import { signal } from '../../lib/http/session-events.ts';

/** Opens the dialog that asks the client with the given id for documents. */
export const openAsk = signal<string>();
