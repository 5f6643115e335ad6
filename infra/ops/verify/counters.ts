import { isDeepStrictEqual } from 'node:util';
import { unchanged } from '#functions/aws/expressions.ts';
import { get, tryUpdate } from '#functions/aws/table.ts';
import { adviserKey } from '#functions/domain/accounts/account.ts';
import { adviserIdOf, type ClientItem, clientKey, sinceByStage, topCode } from '#functions/domain/clients/client.ts';
import { type DocumentItem, isKept } from '#functions/domain/documents/document-item.ts';
import type { MessageItem } from '#functions/domain/messages/messages.ts';
import { type TaskItem, taskIndexKeys } from '#functions/domain/tasks/task.ts';
import { unchangedSinceRead } from '#functions/domain/tasks/task-change.ts';
import { childId, childKeyOf, clientIdOf, timeOfKey } from '#functions/services/keys/keys.ts';
import { stageState, TOP_STAGES } from '#shared/rules/journey.ts';
import { valueAt } from '../restore-plan.ts';
import type { Finding } from './finding.ts';

export interface ClientFile {
  client: ClientItem;
  tasks: TaskItem[];
  documents: DocumentItem[];
  messages: MessageItem[];
}

const unreadOf = ({ client, messages }: ClientFile) =>
  messages.filter((item) => item.senderType === 'client' && childKeyOf(item) > (client.readByAdviser ?? ''));

/** Returns the expected value of each counter and derived attribute, by path. */
function recount(file: ClientFile) {
  const { client, tasks, documents } = file;
  const unread = unreadOf(file);
  const open = (who: string) =>
    tasks.filter(({ card }) => card.status !== 'completed' && card.responsibility === who).length;
  const staged = documents.filter((document) => isKept(document) && document.stage !== undefined);
  const byStage = Object.entries(Object.groupBy(staged, ({ stage }) => String(stage)));
  const codes = TOP_STAGES.map(({ number }) => [number, topCode(stageState(client.stages, number).status)] as const);
  return {
    'card/openAdviserTasks': open('adviser'),
    'card/openClientTasks': open('client'),
    'card/unread': unread.length,
    'card/unreadSince': unread[0] && timeOfKey(childKeyOf(unread[0])),
    totalDocuments: documents.filter(isKept).length,
    totalTasks: tasks.length,
    totalBytes: documents.filter(isKept).reduce((sum, { fileSize }) => sum + fileSize, 0),
    documents: Object.fromEntries(byStage.map(([stage, list]) => [stage, list?.length ?? 0])),
    'card/top': Object.fromEntries(codes.filter(([, code]) => code)),
    'card/since': sinceByStage(client.stages),
  };
}

/** Removes counts of 0, which equal missing ones. */
const counted = (value: unknown) =>
  typeof value === 'object' && value
    ? Object.fromEntries(Object.entries(value).filter(([, count]) => count !== 0))
    : value;

/** Finds counters that differ from a recount. A repair fails if the client changed meanwhile. */
export function checkCounters(file: ClientFile): Finding[] {
  const { client } = file;
  const wrong = Object.entries(recount(file)).filter(
    ([path, value]) => !isDeepStrictEqual(counted(valueAt(client, path)), value),
  );
  return wrong.map(([path, value]) => {
    const stored = valueAt(client, path);
    const name = path.slice(path.indexOf('/') + 1);
    const when = [
      unchanged(path, stored),
      unchanged('card/lastUpdate', client.card.lastUpdate),
      unchanged('readByAdviser', client.readByAdviser),
    ];
    return {
      where: `client ${clientIdOf(client)}`,
      problem: `${name} is ${JSON.stringify(stored)}, recounted ${JSON.stringify(value)}`,
      repair: () => tryUpdate(clientKey(clientIdOf(client)), { set: { [path]: value }, when }),
    };
  });
}

const HALF_REASSIGNED = 'is still in another adviser’s list: moved when the client’s tasks are next opened';

/** Finds tasks in the wrong list: open ones belong in their adviser's list, completed ones in none. */
export function checkTaskKeys({ client, tasks }: ClientFile): Finding[] {
  return tasks.flatMap((task) => {
    const wanted = taskIndexKeys(task.card, childKeyOf(task), adviserIdOf(client));
    if (task.gpk === wanted.gpk && task.gsk === wanted.gsk) return [];
    const when = [...unchangedSinceRead(task), unchanged('gpk', task.gpk), unchanged('gsk', task.gsk)];
    const where = `client ${clientIdOf(client)}, task ${childKeyOf(task)}`;
    const repair = () => tryUpdate(task, { set: wanted, when });
    if (wanted.gpk && task.gpk && task.gpk !== wanted.gpk)
      return { where, problem: HALF_REASSIGNED, passing: true as const, repair };
    const problem = wanted.gpk ? 'is missing from its adviser’s list' : 'is completed but still in a list';
    return { where, problem, repair };
  });
}

export function checkSignature({ client, documents }: ClientFile): Finding[] {
  const clientId = clientIdOf(client);
  const named = client.signature?.documentId;
  if (!named || documents.filter(isKept).some((document) => childId(clientId, childKeyOf(document)) === named))
    return [];
  const change = { set: { 'signature/documentId': null }, when: [unchanged('signature/documentId', named)] };
  const repair = () => tryUpdate(clientKey(clientId), change);
  return [{ where: `client ${clientId}`, problem: 'its signature refers to a deleted document', repair }];
}

/** Finds documents whose task is gone. The deletion of a task leaves them for a moment. */
export function checkTaskLinks({ tasks, documents }: ClientFile): Finding[] {
  const keys = new Set(tasks.map(childKeyOf));
  return documents.flatMap((document) => {
    if (document.task === undefined || keys.has(document.task)) return [];
    const where = `document ${childId(clientIdOf(document), childKeyOf(document))}`;
    const change = { set: { task: undefined }, when: [unchanged('task', document.task)] };
    return [{ where, problem: 'refers to a deleted task', repair: () => tryUpdate(document, change) }];
  });
}

export async function checkAdviser({ client }: ClientFile): Promise<Finding[]> {
  const adviserId = adviserIdOf(client);
  if (await get(adviserKey(adviserId))) return [];
  return [{ where: `client ${clientIdOf(client)}`, problem: `its adviser ${adviserId} does not exist` }];
}
