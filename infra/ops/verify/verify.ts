import { get, type Item, query } from '#functions/aws/table.ts';
import { adviserIdOf, type ClientItem, clientKey } from '#functions/domain/clients/client.ts';
import { type DocumentItem, isKept } from '#functions/domain/documents/document-item.ts';
import { isLeftBehind } from '#functions/domain/documents/documents.ts';
import { objectsOf } from '#functions/domain/documents/seal.ts';
import type { UploadItem } from '#functions/domain/documents/upload-item.ts';
import type { Finding } from '#functions/domain/finding.ts';
import { clientFile, type Treatment } from '#functions/domain/noun.ts';
import { NOUNS, unregisteredKinds } from '#functions/domain/nouns.ts';
import * as KEYS from '#functions/services/keys/item-kinds.ts';
import { clientPartition, isOf } from '#functions/services/keys/keys.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { type Listed, listObjects } from '../bucket.ts';
import { clientIds, inPresentForm, otherItems, staffIds } from '../tables.ts';
import {
  checkAccount,
  checkAdmins,
  checkAdviser,
  checkCounts,
  checkFactors,
  checkInbox,
  checkViews,
} from './accounts.ts';
import { checkAddresses } from './addresses.ts';
import { checkColleagues } from './colleagues.ts';
import { checkDocument, checkHalfDone, checkOrphans } from './documents.ts';
import { checkFigures } from './figures.ts';
import { confirmed, settle } from './finding.ts';
import { checkProviders } from './providers.ts';
import { checkReminderRuns } from './reminders.ts';

export interface VerifyOptions {
  clientId?: string | undefined;
  /** Number of random documents to open; all by default. */
  sample?: number | undefined;
  repair?: boolean | undefined;
}

const HALF_DELETED = 'is only half deleted: the adviser has to delete the client again';
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
  const file = clientFile(items);
  const documents = items.filter((item): item is Item & DocumentItem => isOf(KEYS.document, item));
  const uploads = items.filter((item): item is Item & UploadItem => isOf(KEYS.upload, item));
  const orphans = checkOrphans(objects, { documents, uploads });
  if (items.length === 0) return orphans;
  if (!file) return [{ where, problem: `does not exist, but has left ${countOf(items.length, 'item')}` }, ...orphans];
  if (file.client.deleting) return [{ where, problem: HALF_DELETED, passing: true }];
  const keys = new Set(objects.map(({ key }) => key));
  const findings = [
    ...unregisteredKinds(items).map((problem) => ({ where, problem })),
    ...Object.values<Treatment>(NOUNS).flatMap((noun) =>
      noun.owner === 'client' && typeof noun.verified === 'function' ? noun.verified(file) : [],
    ),
    ...(await checkAdviser(file.client)),
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
    ...advisers.flatMap((id) => [
      () => checkAccount(id),
      () => checkInbox(id),
      () => checkFactors(id),
      () => checkColleagues(id),
    ]),
    ...(clientId
      ? []
      : [
          checkKinds,
          checkAdmins,
          checkCounts,
          checkViews,
          checkAddresses,
          checkReminderRuns,
          checkFigures,
          () => checkProviders(ids),
        ]),
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
