import { useSyncExternalStore } from 'react';
import { sessionLost, signedOut } from '../../lib/http/session-events.ts';
import { discardUpload, type Upload } from './upload.ts';
import { type UploadQueue, uploadQueue, watchUploads } from './upload-queue.ts';
import type { QueuedFile } from './upload-state.ts';

/** A client, and the token if the client sends the files. */
export interface Sender {
  clientId: string;
  token?: string | undefined;
}

interface Options extends Pick<Parameters<typeof uploadQueue>[0], 'onEnd' | 'staysListed' | 'maxMb'> {
  send: (upload: Upload, item: QueuedFile) => Promise<unknown>;
}

// Kept outside React, so that uploads continue while another screen is open.
const queues = new Map<string, UploadQueue & Sender>();

/** Returns the uploads of a client. `options` apply from the first call on. */
export function uploadsOf({ clientId, token }: Sender, { send, ...options }: Options): UploadQueue {
  const key = `${clientId} ${token ?? ''}`;
  const known = queues.get(key);
  if (known) return known;
  const queue = uploadQueue({
    ...options,
    send: (item, way) => {
      const { stageId, taskId, requestId } = item.target;
      const place = { stageId: stageId ?? undefined, taskId, requestId };
      return send({ clientId, token, file: item.file, ...place, ...way }, item);
    },
    onDiscard: discardUpload,
  });
  watchUploads(queue);
  queues.set(key, { ...queue, clientId, token });
  return queue;
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
