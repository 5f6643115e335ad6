import { createHash } from 'node:crypto';
import type { Portal } from '#shared/contract/portal.ts';
import type { ClientTask } from '#shared/contract/tasks.ts';
import { isCover } from '#shared/rules/colleagues.ts';
import { fitting } from '../../aws/json-size.ts';
import { get, query } from '../../aws/table.ts';
import * as KEYS from '../../services/keys/item-kinds.ts';
import { clientPartition, isOf, PREFIX, parseChildId } from '../../services/keys/keys.ts';
import { type Settings, shownFirm } from '../../services/settings.ts';
import { type AdviserItem, adviserKey, colleaguesAt } from '../accounts/account.ts';
import { adviserIdOf, type ClientItem, toClient } from '../clients/client.ts';
import { FIRST_PERSON, isPerson, numberOf, type Person, type PersonItem, peopleIn } from '../clients/person.ts';
import { type DocumentItem, isKept, toDocument } from '../documents/document-item.ts';
import { toSignature, toStages } from '../journey/journey.ts';
import { calendarOf, type LoaItem, toWaiting } from '../loas/loa.ts';
import { stateForPerson } from '../reminders/facts.ts';
import { type RequestItem, toClientRequest } from '../requests/request.ts';
import { type TaskItem, toClientTask } from '../tasks/task.ts';

type FileItem = ClientItem | DocumentItem | LoaItem | PersonItem | RequestItem | TaskItem;
const isClient = (item: FileItem): item is ClientItem => isOf(KEYS.client, item);
const isDocument = (item: FileItem): item is DocumentItem => item.sk.startsWith(PREFIX.document) && isKept(item);
const isOwnTask = (item: FileItem): item is TaskItem =>
  item.sk.startsWith(PREFIX.task) && (item as TaskItem).summary.responsibility === 'client';

const isRequest = (item: FileItem): item is RequestItem => item.sk.startsWith(PREFIX.request);

const isLoa = (item: FileItem): item is LoaItem => item.sk.startsWith(PREFIX.loa);

const isOpen = ({ status }: ClientTask) => status !== 'completed';

/** Reads a client with documents, letters, requests and tasks, which is all the portal shows, in one query. */
export const readFile = (clientId: string) => query<FileItem>(clientPartition(clientId), PREFIX.file);

const MAX_COMPLETED = 200;
// A Lambda response is limited to 6 MB; documents and stages need less than 1 MB.
const MAX_TASK_BYTES = 4_000_000;

type PortalAdviser = Portal['adviser'];

/** Reads what the portal shows of a client's adviser, and who looks after the client while they are away. */
export async function readAdviser(client: ClientItem, now: Date): Promise<PortalAdviser> {
  const account = await get<AdviserItem>(adviserKey(adviserIdOf(client)));
  if (!account) return { name: '', away: null };
  const { summary } = account;
  const [cover] = colleaguesAt(account, now).filter(isCover);
  return { name: summary.name, away: cover?.until ? { until: cover.until, colleague: cover.name } : null };
}

/** Returns what the page shows of its client. Address and phone are the reader's own, the first person's for staff. */
function shownOf(item: ClientItem, adviser: PortalAdviser, settings: Settings, person: Person | null) {
  const shown = toClient(item, adviser.name);
  const { email, phone = null } = person?.own.summary ?? shown;
  const { id, name, status, completed, progress, currentStage, stuckSince } = shown;
  const calls = (item.calls ?? []).map(({ task = null, request = null, since }) => ({
    taskId: task,
    requestId: request,
    since,
  }));
  return {
    client: { id, name, email, phone, status, completed, progress, currentStage, stuckSince, calls },
    adviser,
    firm: shownFirm(settings),
  };
}

/** Returns a hash that changes with anything the portal shows, and when the adviser reads messages. */
export function latestOf(item: ClientItem, adviser: PortalAdviser, settings: Settings, person: Person | null): string {
  const { news, readByAdviser } = item;
  const text = JSON.stringify([news, readByAdviser, shownOf(item, adviser, settings, person)]);
  return createHash('sha256').update(text).digest('base64url');
}

/** Returns open tasks and the newest completed ones, newest first. Drops completed ones first if all are too large. */
function tasksIn(file: readonly FileItem[]): ClientTask[] {
  const own = file.filter(isOwnTask).reverse().map(toClientTask);
  const byCompletion = (a: ClientTask, b: ClientTask) => ((a.completedAt ?? '') < (b.completedAt ?? '') ? 1 : -1);
  const [open, done] = [own.filter(isOpen), own.filter((task) => !isOpen(task))];
  const shown = fitting([...open, ...done.sort(byCompletion).slice(0, MAX_COMPLETED)], MAX_TASK_BYTES);
  const ids = new Set(shown.map(({ id }) => id));
  return own.filter(({ id }) => ids.has(id));
}

const toPortalPerson = (person: Person): Portal['people'][number] => ({
  number: numberOf(person),
  name: person.own.summary.name,
  kind: isPerson(person.own) ? person.own.kind : 'first',
});

/** Returns the portal. `key` changes the client's reminders; null for staff, who must not stop them for a client. */
export function toPortal(
  known: ClientItem,
  file: readonly FileItem[],
  adviser: PortalAdviser,
  settings: Settings,
  { now, key, person }: { now: Date; key: string | null; person: Person | null },
): Portal {
  // The client is read before documents and tasks, so a change meanwhile is reported again rather than missed.
  const client = file.find(isClient) ?? known;
  const calendar = calendarOf(now, settings);
  const tasks = tasksIn(file);
  const taskKeys = new Set(tasks.map(({ id }) => parseChildId(id).key));
  const isShown = ({ summary }: RequestItem) => summary.state !== 'open' || client.summary.completedAt === undefined;
  // The name of a task that the client cannot see must not leak.
  const isHidden = ({ task }: DocumentItem) => task !== undefined && !taskKeys.has(task);
  return {
    ...shownOf(client, adviser, settings, person),
    stages: toStages(client, now),
    documents: file
      .filter(isDocument)
      .reverse()
      .map((item) => toDocument(isHidden(item) ? { ...item, task: undefined } : item, client.signature)),
    cesdSignature: toSignature(client),
    tasks,
    requests: file.filter(isRequest).filter(isShown).map(toClientRequest),
    people: peopleIn(file, client).map(toPortalPerson),
    me: person ? toPortalPerson(person) : null,
    waiting:
      client.summary.completedAt === undefined ? file.filter(isLoa).flatMap((loa) => toWaiting(loa, calendar)) : [],
    reminders: { ...stateForPerson(client, person ? numberOf(person) : FIRST_PERSON, settings, now), key },
    latest: latestOf(client, adviser, settings, person),
  };
}
