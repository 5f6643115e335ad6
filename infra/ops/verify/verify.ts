import { get, type Item, query } from '#functions/aws/table.ts';
import { adviserIdOf, type ClientItem, clientKey } from '#functions/domain/clients/client.ts';
import { type DocumentItem, isKept } from '#functions/domain/documents/document-item.ts';
import { isLeftBehind } from '#functions/domain/documents/documents.ts';
import { objectsOf } from '#functions/domain/documents/seal.ts';
import type { UploadItem } from '#functions/domain/documents/upload-item.ts';
import type { LoaItem } from '#functions/domain/loas/loa.ts';
import type { MessageItem } from '#functions/domain/messages/messages.ts';
import { unregisteredKinds } from '#functions/domain/nouns.ts';
import type { PlanItem } from '#functions/domain/plans/plan.ts';
import type { RequestItem } from '#functions/domain/requests/request.ts';
import type { TaskItem } from '#functions/domain/tasks/task.ts';
import { clientPartition, PREFIX } from '#functions/services/keys/keys.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { type Listed, listObjects } from '../bucket.ts';
import { clientIds, inPresentForm, otherItems, staffIds } from '../tables.ts';
import { checkAccount, checkAdmins, checkFactors, checkInbox, checkViews } from './accounts.ts';
import { checkAddresses } from './addresses.ts';
import {
  checkAdviser,
  checkCounters,
  checkLinks,
  checkLoas,
  checkRequests,
  checkSignature,
  checkTaskKeys,
} from './counters.ts';
import { checkDocument, checkHalfDone, checkOrphans } from './documents.ts';
import { checkFigures } from './figures.ts';
import { confirmed, type Finding, settle } from './finding.ts';
import { checkProviders } from './providers.ts';
import { checkReminders, checkRounds } from './reminders.ts';

export interface VerifyOptions {
  clientId?: string | undefined;
  /** Number of random documents to open; all by default. */
  sample?: number | undefined;
  repair?: boolean | undefined;
}

const HALF_DELETED = 'is only half deleted: the adviser has to delete the client again';
const startingWith = <T>(items: Item[], prefix: string) => items.filter(({ sk }) => sk.startsWith(prefix)) as T[];
/** Returns the client's id in an object's key, `clients/{id}/…`. */
const ownerOf = ({ key }: Listed) => key.split('/')[1] ?? '';

/** Chooses the documents to open, and counts them. */
class Opening {
  readonly opened = new Set<string>();
  private readonly chosen: ReadonlySet<string> | undefined;

  constructor(objects: readonly Listed[], sample: number | undefined) {
    const keys = objects.map(({ key }) => ({ key, order: Math.random() })).sort((a, b) => a.order - b.order);
    this.chosen = sample === undefined ? undefined : new Set(keys.slice(0, sample).map(({ key }) => key));
  }

  wants(document: DocumentItem): boolean {
    const [first = ''] = objectsOf(document);
    if (this.chosen && !this.chosen.has(first)) return false;
    this.opened.add(first);
    return true;
  }
}

async function checkClient(id: string, opening: Opening): Promise<Finding[]> {
  const where = `client ${id}`;
  const [objects, items] = [await listObjects(id), await query(clientPartition(id), '')];
  const client = items.find(({ sk }) => sk === clientKey(id).sk) as (Item & ClientItem) | undefined;
  const documents = startingWith<DocumentItem>(items, PREFIX.document);
  const uploads = startingWith<UploadItem>(items, PREFIX.upload);
  const orphans = checkOrphans(objects, { documents, uploads });
  if (items.length === 0) return orphans;
  if (!client) return [{ where, problem: `does not exist, but has left ${countOf(items.length, 'item')}` }, ...orphans];
  if (client.deleting) return [{ where, problem: HALF_DELETED, passing: true }];
  const file = {
    client,
    documents,
    tasks: startingWith<TaskItem>(items, PREFIX.task),
    requests: startingWith<RequestItem>(items, PREFIX.request),
    loas: startingWith<LoaItem>(items, PREFIX.loa),
    plans: startingWith<PlanItem>(items, PREFIX.plan),
    messages: startingWith<MessageItem>(items, PREFIX.message),
  };
  const keys = new Set(objects.map(({ key }) => key));
  const findings = [
    ...unregisteredKinds(items).map((problem) => ({ where, problem })),
    ...checkCounters(file),
    ...checkTaskKeys(file),
    ...checkSignature(file),
    ...checkRequests(file),
    ...checkLoas(file),
    ...checkLinks(file),
    ...checkReminders(file),
    ...(await checkAdviser(file)),
  ];
  for (const document of documents.filter(isKept))
    findings.push(...(await checkDocument(document, keys, opening.wants(document))));
  const leftBehind = documents.filter((document) => isLeftBehind(document, new Date()));
  return [...findings, ...leftBehind.map(checkHalfDone), ...orphans];
}

const checkKinds = async (): Promise<Finding[]> =>
  unregisteredKinds(await inPresentForm(await otherItems())).map((problem) => ({ where: 'firm', problem }));

async function checks(clientId: string | undefined, ids: readonly string[], opening: Opening) {
  const advisers = await adviserIds(clientId);
  return [
    ...ids.map((id) => () => checkClient(id, opening)),
    ...advisers.flatMap((id) => [() => checkAccount(id), () => checkInbox(id), () => checkFactors(id)]),
    ...(clientId
      ? []
      : [checkKinds, checkAdmins, checkViews, checkAddresses, checkRounds, checkFigures, () => checkProviders(ids)]),
  ];
}

async function adviserIds(clientId: string | undefined): Promise<string[]> {
  if (!clientId) return staffIds();
  const client = await get<ClientItem>(clientKey(clientId));
  return client ? [adviserIdOf(client)] : [];
}

/** Checks that documents open, objects match and counters equal a recount. Returns true if no problem remains. */
export async function verify({ clientId, sample, repair = false }: VerifyOptions): Promise<boolean> {
  const objects = await listObjects(clientId);
  const opening = new Opening(objects, sample);
  const ids = clientId ? [clientId] : [...new Set([...(await clientIds()), ...objects.map(ownerOf)])];
  let wrong = 0;
  for (const check of await checks(clientId, ids, opening)) wrong += await settle(await confirmed(check), repair);
  console.log(`clients: ${ids.length}, documents opened: ${opening.opened.size}, problems: ${wrong}`);
  return wrong === 0;
}
