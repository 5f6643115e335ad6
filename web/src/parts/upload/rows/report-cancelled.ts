import { displayName } from '#shared/rules/documents.ts';
import { notify } from '../../../lib/screen/notify.ts';
import type { QueuedFile } from '../upload-state.ts';
import type { KnownDocuments } from '../uploads.ts';

const namesOf = (items: readonly QueuedFile[]) => items.map(({ file }) => `“${displayName(file.name)}”`).join(', ');

/** Reports whether cancelled files were stored all the same, as the press crossed with the server. */
export async function reportCancelled(
  items: readonly QueuedFile[],
  discarded: Promise<unknown>,
  { documents, rereadDocuments }: KnownDocuments,
) {
  const known = new Set(documents().map(({ id }) => id));
  await discarded;
  await rereadDocuments().catch(() => undefined);
  const added = new Set(documents().flatMap(({ id, name }) => (known.has(id) ? [] : name)));
  const isStored = ({ file }: QueuedFile) => added.has(displayName(file.name));
  const stored = items.filter(isStored);
  if (stored.length > 0)
    return notify({
      title: 'Already Sent',
      description: `${namesOf(stored)} had arrived before it was cancelled. The list of documents shows it.`,
    });
  const verb = items.length === 1 ? 'was' : 'were';
  notify({ title: 'Upload Cancelled', description: `${namesOf(items)} ${verb} not sent.` });
}
