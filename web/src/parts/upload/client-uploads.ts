import { useSyncExternalStore } from 'react';
import type { Document } from '#shared/contract/documents.ts';
import { ConnectionError } from '../../lib/http/api.ts';
import { sessionLost, signedOut } from '../../lib/http/session-events.ts';
import { canStop, hasFailed, type QueuedFile } from './queued-file.ts';
import type { FileToSend } from './send-file.ts';
import { type UploadQueue, uploadQueue, watchUploads } from './upload-queue.ts';

/** A client, and the token if the client sends the files. */
export interface Sender {
  clientId: string;
  token?: string | undefined;
}

let sending: Promise<typeof import('./send-file.ts')> | undefined;

/** Loads the code that sends files. Throws a {@link ConnectionError} if it cannot be loaded. */
export const loadSending = () => {
  sending ??= import('./send-file.ts').catch((cause: unknown) => {
    sending = undefined;
    throw new ConnectionError(undefined, { cause });
  });
  return sending;
};

export const uploadDocument = async (upload: FileToSend): Promise<Document> =>
  (await loadSending()).sendDocument(upload);

export const discardUpload = async (file: File): Promise<void> =>
  sending?.then((code) => code.discardSent(file)).catch(() => undefined);

/** Documents of the client, as far as they are loaded. */
export interface KnownDocuments {
  documents: () => readonly Document[];
  rereadDocuments: () => Promise<unknown>;
}

interface Options extends KnownDocuments, Pick<Parameters<typeof uploadQueue>[0], 'onEnd' | 'staysListed' | 'maxMb'> {
  send: (upload: FileToSend, item: QueuedFile) => Promise<unknown>;
}

export interface Uploads extends UploadQueue {
  /** Cancels files of which not all bytes have left yet, and dismisses failed ones. */
  cancel: (matches: (item: QueuedFile) => boolean) => void;
}

// Kept outside React, so that uploads continue while another screen is open.
const queues = new Map<string, Uploads & Sender>();

/** Returns the uploads of a client. `options` apply from the first call on. */
export function uploadsOf(
  { clientId, token }: Sender,
  { send, documents, rereadDocuments, ...options }: Options,
): Uploads {
  const key = `${clientId} ${token ?? ''}`;
  const known = queues.get(key);
  if (known) return known;
  const discards = new WeakMap<File, Promise<void>>();
  const queue = uploadQueue({
    ...options,
    send: (item, way) => {
      const { stageId, taskId, requestId } = item.target;
      const place = { stageId: stageId ?? undefined, taskId, requestId };
      return send({ clientId, token, file: item.file, ...place, ...way }, item);
    },
    onDiscard: (file) => void discards.set(file, discardUpload(file)),
  });
  watchUploads(queue);
  const cancel = (matches: (item: QueuedFile) => boolean) => {
    const stopped = queue.files().filter((item) => (canStop(item) || hasFailed(item)) && matches(item));
    queue.remove((item) => stopped.includes(item));
    const begun = stopped.filter(({ state }) => state.kind === 'sending' || state.kind === 'paused');
    if (begun.length === 0) return;
    const discarded = Promise.all(begun.map(({ file }) => discards.get(file)));
    void import('./rows/report-cancelled.ts')
      .then(({ reportCancelled }) => reportCancelled(begun, discarded, { ...queue, documents, rereadDocuments }))
      // Without a connection, nothing was sent that is not stored.
      .catch(() => undefined);
  };
  const uploads = { ...queue, clientId, token, cancel };
  queues.set(key, uploads);
  return uploads;
}

/** Stops all uploads of staff, so that nothing is sent after the adviser has signed out. */
function stopStaff() {
  for (const [key, { token, stop }] of queues) {
    if (token !== undefined) continue;
    stop();
    queues.delete(key);
  }
}
sessionLost.on(stopStaff);
signedOut.on(stopStaff);

interface Source {
  subscribe: (listener: () => void) => () => void;
  files: () => readonly QueuedFile[];
}

export const useFiles = ({ subscribe, files }: Source) => useSyncExternalStore(subscribe, files);
