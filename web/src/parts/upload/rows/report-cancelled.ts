import { displayName } from '#shared/rules/documents.ts';
import { notify } from '../../../lib/screen/notify.ts';
import type { KnownDocuments } from '../client-uploads.ts';
import { isLarge, type QueuedFile } from '../queued-file.ts';
import type { UploadQueue } from '../upload-queue.ts';

const namesOf = (items: readonly QueuedFile[]) => items.map(({ file }) => `“${displayName(file.name)}”`).join(', ');

/** Time in which the server stores a small file that has just arrived, in milliseconds. */
const STORING_MS = 5000;

const later = () => new Promise((resolve) => setTimeout(resolve, STORING_MS));

function reportStored(stored: readonly QueuedFile[]) {
  if (stored.length > 0)
    notify({
      title: 'Already Sent',
      description: `${namesOf(stored)} had arrived before it was cancelled. The list of documents shows it.`,
    });
}

interface Known extends KnownDocuments, Pick<UploadQueue, 'files' | 'subscribe'> {}

/** Reports whether cancelled files were stored all the same, as the press crossed with the server. */
export async function reportCancelled(
  items: readonly QueuedFile[],
  discarded: Promise<unknown>,
  { documents, rereadDocuments, files, subscribe }: Known,
) {
  const known = new Set(documents().map(({ id }) => id));
  const readStored = async () => {
    await rereadDocuments().catch(() => undefined);
    const added = new Set(documents().flatMap(({ id, name }) => (known.has(id) ? [] : name)));
    return items.filter(({ file }) => added.has(displayName(file.name)));
  };
  await discarded;
  const stored = await readStored();
  reportStored(stored);
  if (stored.length === 0) {
    const verb = items.length === 1 ? 'was' : 'were';
    notify({ title: 'Upload Cancelled', description: `${namesOf(items)} ${verb} not sent.` });
  }
  // The server may still be storing small files. Those that are chosen again meanwhile cannot be told apart.
  const pending = new Set(items.filter((item) => !isLarge(item) && !stored.includes(item)));
  if (pending.size === 0) return;
  const stop = subscribe(() => {
    const names = files().map(({ file }) => file.name);
    for (const item of pending) if (names.includes(item.file.name)) pending.delete(item);
  });
  await later();
  stop();
  reportStored((await readStored()).filter((item) => pending.has(item)));
}
