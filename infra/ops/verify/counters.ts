import { isDeepStrictEqual } from 'node:util';
import { unchanged } from '#functions/aws/expressions.ts';
import { get, tryUpdate } from '#functions/aws/table.ts';
import { adviserKey } from '#functions/domain/accounts/account.ts';
import { adviserIdOf, type ClientItem, clientKey, sinceByStage, topCode } from '#functions/domain/clients/client.ts';
import { type DocumentItem, isKept } from '#functions/domain/documents/document-item.ts';
import { type LoaItem, lettersOf, loaIndexKeys, summaryOf } from '#functions/domain/loas/loa.ts';
import type { MessageItem } from '#functions/domain/messages/messages.ts';
import type { PlanItem } from '#functions/domain/plans/plan.ts';
import { type RequestItem, requestIndexKeys } from '#functions/domain/requests/request.ts';
import { type TaskItem, taskIndexKeys } from '#functions/domain/tasks/task.ts';
import { unchangedSinceRead } from '#functions/domain/tasks/task-change.ts';
import { childId, childKeyOf, clientIdOf, timeOfKey } from '#functions/services/keys/keys.ts';
import { isUnderWay } from '#shared/rules/chase/loas.ts';
import { stageState, TOP_STAGES } from '#shared/rules/journey.ts';
import { bookedIn } from '#shared/rules/meetings.ts';
import { valueAt } from '../restore-plan.ts';
import type { Finding } from './finding.ts';

export interface ClientFile {
  client: ClientItem;
  tasks: TaskItem[];
  requests: RequestItem[];
  loas: LoaItem[];
  plans: PlanItem[];
  documents: DocumentItem[];
  messages: MessageItem[];
}

const unreadOf = ({ client, messages }: ClientFile) =>
  messages.filter((item) => item.senderType === 'client' && childKeyOf(item) > (client.readByAdviser ?? ''));

/** Returns the expected value of each counter and derived attribute, by path. */
function recount(file: ClientFile) {
  const { client, tasks, requests, loas, documents } = file;
  const unread = unreadOf(file);
  const open = (who: string) =>
    tasks.filter(({ summary }) => summary.status !== 'completed' && summary.responsibility === who).length;
  const staged = documents.filter((document) => isKept(document) && document.stage !== undefined);
  const byStage = Object.entries(Object.groupBy(staged, ({ stage }) => String(stage)));
  const codes = TOP_STAGES.map(({ number }) => [number, topCode(stageState(client.stages, number).status)] as const);
  return {
    'summary/openAdviserTasks': open('adviser'),
    'summary/openClientTasks': open('client'),
    'summary/unread': unread.length,
    'summary/unreadSince': unread[0] && timeOfKey(childKeyOf(unread[0])),
    totalDocuments: documents.filter(isKept).length,
    totalTasks: tasks.length,
    totalRequests: requests.length,
    'summary/openRequests': requests.filter(({ summary }) => summary.state === 'open').length,
    'summary/submittedRequests': requests.filter(({ summary }) => summary.state === 'submitted').length,
    'summary/letters': lettersOf(loas),
    totalBytes: documents.filter(isKept).reduce((sum, { fileSize }) => sum + fileSize, 0),
    documents: Object.fromEntries(byStage.map(([stage, list]) => [stage, list?.length ?? 0])),
    'summary/top': Object.fromEntries(codes.filter(([, code]) => code)),
    'summary/since': sinceByStage(client.stages),
    'summary/booked': bookedIn(client.stages),
  };
}

/** Removes counts of 0, which equal missing ones. */
const counted = (value: unknown) =>
  typeof value === 'object' && value
    ? Object.fromEntries(Object.entries(value).filter(([, count]) => count !== 0))
    : value || undefined;

/** Finds counters that differ from a recount. A repair fails if the client changed meanwhile. */
export function checkCounters(file: ClientFile): Finding[] {
  const { client } = file;
  const wrong = Object.entries(recount(file)).filter(
    ([path, value]) => !isDeepStrictEqual(counted(valueAt(client, path)), counted(value)),
  );
  return wrong.map(([path, value]) => {
    const stored = valueAt(client, path);
    const name = path.slice(path.indexOf('/') + 1);
    const when = [
      unchanged(path, stored),
      unchanged('summary/lastUpdate', client.summary.lastUpdate),
      unchanged('readByAdviser', client.readByAdviser),
    ];
    return {
      where: `client ${clientIdOf(client)}`,
      problem: `${name} is ${JSON.stringify(stored)}, recounted ${JSON.stringify(value)}`,
      repair: () => tryUpdate(clientKey(clientIdOf(client)), { set: { [path]: value }, when }),
    };
  });
}

const HALF_REASSIGNED = 'is still in another adviser’s list: moved when the client’s page is next opened';

/** Finds requests with a wrong number of files, or in the wrong list. */
export function checkRequests({ client, requests, documents }: ClientFile): Finding[] {
  return requests.flatMap((request) => {
    const own = documents.filter((document) => isKept(document) && document.request === childKeyOf(request));
    const files = own.filter(({ round }) => round === request.summary.round).length;
    const everFiles = Math.max(request.summary.everFiles, own.length);
    const keys = requestIndexKeys(request.summary, childKeyOf(request), adviserIdOf(client));
    const where = `client ${clientIdOf(client)}, request ${childKeyOf(request)}`;
    const when = [unchanged('version', request.version), unchanged('gpk', request.gpk)];
    const finding = (problem: string, set: Record<string, unknown>): Finding => ({
      where,
      problem,
      repair: () => tryUpdate(request, { set, when }),
    });
    const { summary } = request;
    const isCounted = files === summary.files && everFiles === summary.everFiles;
    const miscounted = `has ${summary.files} files of ${summary.everFiles} ever, recounted ${files} of ${everFiles}`;
    const isMoving = keys.gpk && request.gpk && request.gpk !== keys.gpk;
    return [
      ...(isCounted ? [] : [finding(miscounted, { 'summary/files': files, 'summary/everFiles': everFiles })]),
      ...(isMoving ? [{ ...finding(HALF_REASSIGNED, keys), passing: true as const }] : []),
      ...(!isMoving && (request.gpk !== keys.gpk || request.gsk !== keys.gsk)
        ? [finding('is in the wrong list', keys)]
        : []),
    ];
  });
}

/** Links a plan to its letter, unless it is gone or in another letter: then a person has to decide. */
const linkRepair = (plan: PlanItem | undefined, loa: string): Pick<Finding, 'repair'> =>
  plan && plan.loa === undefined
    ? { repair: () => tryUpdate(plan, { set: { loa }, when: [['pk', 'exists'], unchanged('loa', undefined)] }) }
    : {};

/** Finds letters whose summary differs from their steps, in the wrong list, or without one of their plans. */
export function checkLoas({ client, loas, plans }: ClientFile): Finding[] {
  const byKey = new Map(plans.map((plan) => [childKeyOf(plan), plan]));
  const letters = loas.flatMap((loa) => {
    const key = childKeyOf(loa);
    const summary = summaryOf(loa.summary, loa.plans, loa.steps);
    const keys = loaIndexKeys(summary, key, adviserIdOf(client));
    const where = `client ${clientIdOf(client)}, letter ${key}`;
    const when = [unchanged('version', loa.version), unchanged('gpk', loa.gpk)];
    const repair = () => tryUpdate(loa, { set: { summary, ...keys }, when });
    const isMoving = keys.gpk && loa.gpk && loa.gpk !== keys.gpk;
    const isInPlace = loa.gpk === keys.gpk && loa.gsk === keys.gsk;
    const strays = isUnderWay(summary.state) ? loa.plans.filter((plan) => byKey.get(plan.key)?.loa !== key) : [];
    return [
      ...(isDeepStrictEqual(summary, loa.summary) ? [] : [{ where, problem: 'differs from its steps', repair }]),
      ...(isMoving ? [{ where, problem: HALF_REASSIGNED, passing: true as const, repair }] : []),
      ...(isMoving || isInPlace ? [] : [{ where, problem: 'is in the wrong list', repair }]),
      ...strays.map(({ key: planKey }) => ({
        where,
        problem: `contains the plan ${planKey}, which does not refer to it`,
        ...linkRepair(byKey.get(planKey), key),
      })),
    ];
  });
  const plansOf = new Map(loas.map((loa) => [childKeyOf(loa), loa.plans]));
  const lost = plans.flatMap((plan) => {
    if (plan.loa === undefined || plansOf.get(plan.loa)?.some(({ key }) => key === childKeyOf(plan))) return [];
    const where = `client ${clientIdOf(client)}, plan ${childKeyOf(plan)}`;
    const change = { set: { loa: undefined }, when: [unchanged('loa', plan.loa)] };
    return [{ where, problem: 'refers to a letter that does not contain it', repair: () => tryUpdate(plan, change) }];
  });
  return [...letters, ...lost];
}

/** Finds tasks in the wrong list: open ones belong in their adviser's list, completed ones in none. */
export function checkTaskKeys({ client, tasks }: ClientFile): Finding[] {
  return tasks.flatMap((task) => {
    const wanted = taskIndexKeys(task.summary, childKeyOf(task), adviserIdOf(client));
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

/** Finds documents whose task or request is gone. The deletion of a task leaves them for a moment. */
export function checkLinks({ tasks, requests, documents }: ClientFile): Finding[] {
  const keys = { task: new Set(tasks.map(childKeyOf)), request: new Set(requests.map(childKeyOf)) };
  return documents.flatMap((document) =>
    (['task', 'request'] as const).flatMap((name) => {
      const key = document[name];
      if (key === undefined || keys[name].has(key)) return [];
      const where = `document ${childId(clientIdOf(document), childKeyOf(document))}`;
      const set = { [name]: undefined, ...(name === 'request' && { round: undefined }) };
      const change = { set, when: [unchanged(name, key)] };
      return [{ where, problem: `refers to a deleted ${name}`, repair: () => tryUpdate(document, change) }];
    }),
  );
}

export async function checkAdviser({ client }: ClientFile): Promise<Finding[]> {
  const adviserId = adviserIdOf(client);
  if (await get(adviserKey(adviserId))) return [];
  return [{ where: `client ${clientIdOf(client)}`, problem: `its adviser ${adviserId} does not exist` }];
}
