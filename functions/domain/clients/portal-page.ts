import type { Portal } from '#shared/contract/portal.ts';
import { query } from '../../aws/table.ts';
import { type DocumentItem, isKept, toDocument } from '../documents/document.ts';
import { toSignature, toStages } from '../journey/stage.ts';
import { childKeyOf, clientPartition, PREFIX } from '../keys.ts';
import type { Settings } from '../settings.ts';
import { type TaskItem, toClientTask } from '../tasks/task.ts';
import { type ClientItem, toClient } from './client.ts';

type FileItem = ClientItem | DocumentItem | TaskItem;
const isClient = (item: FileItem): item is ClientItem => item.sk === 'CLIENT';
const isDocument = (item: FileItem): item is DocumentItem => item.sk.startsWith(PREFIX.document) && isKept(item);
const isOwnTask = (item: FileItem): item is TaskItem =>
  item.sk.startsWith(PREFIX.task) && (item as TaskItem).card.responsibility === 'client';

/** A client with its documents and tasks: all that its portal shows, in one query. */
export const readFile = (clientId: string) => query<FileItem>(clientPartition(clientId), PREFIX.file);

/** Changes with whatever the client may see, and where its adviser has read its messages. */
export const latestOf = ({ news = '', readByAdviser = '' }: Pick<ClientItem, 'news' | 'readByAdviser'>) =>
  `${news}.${readByAdviser}`;

/** What a client's portal shows; `file` as {@link readFile} gives it. */
export function toPortal(
  client: ClientItem,
  file: readonly FileItem[],
  adviserName: string,
  { firm }: Pick<Settings, 'firm'>,
  now: Date,
): Portal {
  const shown = toClient(client, adviserName);
  const tasks = file.filter(isOwnTask);
  const taskKeys = new Set(tasks.map(childKeyOf));
  // A task that the client does not see is not named either.
  const isHidden = ({ task }: DocumentItem) => task !== undefined && !taskKeys.has(task);
  const { id, name, email, phone, status, completed, progress, currentStage, stuckSince } = shown;
  return {
    client: { id, name, email, phone, status, completed, progress, currentStage, stuckSince },
    stages: toStages(client, now),
    documents: file
      .filter(isDocument)
      .reverse()
      .map((item) => toDocument(isHidden(item) ? { ...item, task: undefined } : item, client.signature)),
    cesdSignature: toSignature(client),
    tasks: tasks.reverse().map(toClientTask),
    adviser: { name: adviserName },
    firm: { name: firm.name, phone: firm.phone, hours: firm.hours },
    // Read before the rest of the file: what happened meanwhile is news once more, and never missed.
    latest: latestOf(file.find(isClient) ?? client),
  };
}
