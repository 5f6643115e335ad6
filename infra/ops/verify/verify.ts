import { get, type Item, query } from '#functions/aws/table.ts';
import { allAdvisers } from '#functions/domain/accounts/account.ts';
import { adviserIdOf, type ClientItem, clientKey } from '#functions/domain/clients/client.ts';
import { type DocumentItem, isKept } from '#functions/domain/documents/document-item.ts';
import { isLeftBehind } from '#functions/domain/documents/documents.ts';
import { objectsOf } from '#functions/domain/documents/seal.ts';
import type { UploadItem } from '#functions/domain/documents/upload-item.ts';
import type { Finding } from '#functions/domain/finding.ts';
import { clientFile, type Treatment } from '#functions/domain/noun.ts';
import { NOUNS, unregisteredKinds } from '#functions/domain/nouns.ts';
import * as KEYS from '#functions/services/keys/item-kinds.ts';
import { adviserPartition, clientPartition, idOf, isOf } from '#functions/services/keys/keys.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { type Listed, listObjects } from '../bucket.ts';
import { inPresentForm, partitions } from '../tables.ts';
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
import { settle } from './finding.ts';
import { checkProviders } from './providers.ts';
import { checkReminderRuns } from './reminders.ts';
import { fresh, Scanned, type Source } from './source.ts';

export interface VerifyOptions {
  clientId?: string | undefined;
  /** Number of random documents to open; all by default. */
  sample?: number | undefined;
  repair?: boolean | undefined;
}

const CLIENTS = clientPartition('');
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

interface Stored {
  objects: readonly Listed[];
  items: readonly Item[];
}

interface Checking {
  opening: Opening;
  /** Ids of accounts, as read at the start. */
  accounts: ReadonlySet<string>;
}

async function checkClient(
  id: string,
  { objects, items }: Stored,
  { opening, accounts }: Checking,
): Promise<Finding[]> {
  const where = `client ${id}`;
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
    ...(await checkAdviser(file.client, accounts)),
  ];
  for (const document of documents.filter(isKept))
    findings.push(...(await checkDocument(document, keys, opening.wants(document))));
  const leftBehind = documents.filter((document) => isLeftBehind(document, new Date()));
  return [...findings, ...leftBehind.map(checkHalfDone), ...orphans];
}

/** Checks a client as it is stored now. Objects are read first, as a document is written after its object. */
const checkFresh = async (id: string, checking: Checking) =>
  checkClient(id, { objects: await listObjects(id), items: await query(clientPartition(id), '') }, checking);

const checkKinds = async (source: Source): Promise<Finding[]> =>
  unregisteredKinds(await inPresentForm(await source.others())).map((problem) => ({ where: 'firm', problem }));

type Check = (source: Source) => Promise<Finding[]>;

const checksOfAdviser = (id: string): Check[] =>
  [checkAccount, checkInbox, checkFactors, checkColleagues].map((check) => (source) => check(id, source));

const CHECKS_OF_FIRM: readonly Check[] = [
  checkKinds,
  checkAdmins,
  checkCounts,
  checkViews,
  checkAddresses,
  checkReminderRuns,
  checkFigures,
  checkProviders,
];

const accountIds = async () => new Set((await allAdvisers()).map(({ pk }) => idOf(pk)));

async function verifyClient(id: string, checking: Checking, repair: boolean): Promise<number> {
  let wrong = await settle(repair, () => checkFresh(id, checking));
  const client = await get<ClientItem>(clientKey(id));
  for (const check of client ? checksOfAdviser(adviserIdOf(client)) : [])
    wrong += await settle(repair, () => check(fresh([id])));
  return wrong;
}

/** Checks everything. Reads the table once, and again only where something looks wrong. */
async function verifyFirm(objects: readonly Listed[], checking: Checking, repair: boolean) {
  const objectsOfClient = Map.groupBy(objects, ownerOf);
  const scanned = new Scanned();
  const ids = new Set<string>();
  let wrong = 0;
  const verifyOne = async (id: string, stored?: Stored) => {
    const again = () => checkFresh(id, checking);
    wrong += await settle(repair, stored ? () => checkClient(id, stored, checking) : again, again);
  };
  for await (const items of partitions()) {
    const [{ pk }] = items;
    if (!pk.startsWith(CLIENTS)) {
      scanned.add(items);
      continue;
    }
    const id = idOf(pk);
    const file = clientFile(items);
    if (file) scanned.addClient(file.client, file.of(KEYS.loa));
    // A scan returns a partition in one piece. If one ever came in two, the rest would be found by reading it again.
    await verifyOne(id, ids.has(id) ? undefined : { objects: objectsOfClient.get(id) ?? [], items });
    ids.add(id);
  }
  for (const id of objectsOfClient.keys()) {
    if (ids.has(id)) continue;
    await verifyOne(id);
    ids.add(id);
  }
  const others = await scanned.others();
  const staff = new Set(others.filter(({ pk }) => pk.startsWith(adviserPartition(''))).map(({ pk }) => idOf(pk)));
  const again = fresh([...ids]);
  for (const check of [...[...staff].flatMap(checksOfAdviser), ...CHECKS_OF_FIRM])
    wrong += await settle(
      repair,
      () => check(scanned),
      () => check(again),
    );
  return { wrong, clients: ids.size };
}

/** Checks that documents open, objects match and counters equal a recount. Returns true if no problem remains. */
export async function verify({ clientId, sample, repair = false }: VerifyOptions): Promise<boolean> {
  const objects = await listObjects(clientId);
  const checking = { opening: new Opening(objects, sample), accounts: await accountIds() };
  const { wrong, clients } = clientId
    ? { wrong: await verifyClient(clientId, checking, repair), clients: 1 }
    : await verifyFirm(objects, checking, repair);
  console.log(`clients: ${clients}, documents opened: ${checking.opening.opened.size}, problems: ${wrong}`);
  return wrong === 0;
}
