import { logFault } from '../../services/log/log.ts';
import { type ChangeContext, writeEntry } from '../clients/client-writes.ts';
import type { FileKind } from './files/check.ts';
import { inspectFile } from './files/inspect.ts';
import { extensionOf, Refused } from './files/refusals.ts';

/** Longer ones are part of a sentence, which is content. */
const ENDING = /^[a-z\d]{1,10}$/;

/** Checks a file, and records a refusal in the client's audit log. Throws 400 for a refused file. */
export async function checkedFile(context: ChangeContext, name: string, bytes: Uint8Array): Promise<FileKind> {
  try {
    return await inspectFile(name, bytes);
  } catch (error) {
    if (error instanceof Refused) await recordRefusal(context, name, error);
    throw error;
  }
}

async function recordRefusal(context: ChangeContext, name: string, { refusal }: Refused): Promise<void> {
  const ending = extensionOf(name);
  const within = refusal.isWithin ? (true as const) : undefined;
  const data = { ending: ENDING.test(ending) ? ending : '', reason: refusal.kind, within };
  const entry = writeEntry(context, { action: 'document-refused', data });
  await entry.catch((error: unknown) => logFault('refused document', error));
}
