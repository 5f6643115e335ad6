import { clientIdOf } from '../../services/keys/keys.ts';
import { type ChangeContext, takeFromLink } from '../clients/client-writes.ts';
import type { FileLink, FileTarget } from '../documents/documents.ts';
import { linkToRequest } from '../requests/request-files.ts';
import { linkToTask } from '../tasks/task-change.ts';

/** Reads the task or request that a file is for. Throws 400 unless the caller may send files for it. */
export async function linkTo(context: ChangeContext, { taskId, requestId }: FileTarget): Promise<FileLink | undefined> {
  if (taskId !== undefined) return linkToTask(taskId, clientIdOf(context.client), context.actor);
  return requestId === undefined ? undefined : linkToRequest(requestId, context);
}

/** Reads what a file is for, and counts the file of a client. Throws 400, 409 and 429. */
export async function admitFile(
  context: ChangeContext,
  target: FileTarget,
  once: (effect: () => Promise<void>) => Promise<void>,
): Promise<FileLink | undefined> {
  const [link] = await Promise.all([linkTo(context, target), once(() => takeFromLink('file', context))]);
  return link;
}
