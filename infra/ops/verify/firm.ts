import { unchanged } from '#functions/aws/expressions.ts';
import { get, type Item, queryIndex, tryUpdate } from '#functions/aws/table.ts';
import {
  type AdviserItem,
  adviserKey,
  allAdvisers,
  directoryKeys,
  isKnownRole,
} from '#functions/domain/accounts/account.ts';
import { adviserPartition, FIRM, idOf, PREFIX } from '#functions/services/keys/keys.ts';
import { countOf } from '#shared/rules/words.ts';
import { checkReservation } from './addresses.ts';
import type { Finding } from './finding.ts';

async function counted(adviser: AdviserItem, clients: number): Promise<Finding[]> {
  if (adviser.clientCount === clients) return [];
  const change = { set: { clientCount: clients }, when: [unchanged('clientCount', adviser.clientCount)] };
  return [
    {
      where: `adviser ${idOf(adviser.pk)}`,
      problem: `clientCount is ${adviser.clientCount}, recounted ${clients}`,
      repair: () => tryUpdate(adviserKey(idOf(adviser.pk)), change),
    },
  ];
}

/** What is wrong with one adviser's account: its count of clients, its place in the directory, its address, its role. */
export async function checkAccount(id: string): Promise<Finding[]> {
  const where = `adviser ${id}`;
  const [adviser, clients] = await Promise.all([
    get<AdviserItem>(adviserKey(id)),
    queryIndex(adviserPartition(id), PREFIX.indexedClient),
  ]);
  if (!adviser)
    return clients.length > 0
      ? [{ where, problem: `does not exist and has ${countOf(clients.length, 'client')}` }]
      : [];
  const findings = await counted(adviser, clients.length);
  findings.push(...(await checkReservation(adviser)));
  if (!isKnownRole(adviser.card.role)) findings.push({ where, problem: 'its role is unknown: it may do nothing' });
  const place = directoryKeys(id, adviser.card.name);
  if (adviser.gpk !== place.gpk || adviser.gsk !== place.gsk) {
    const change = { set: place, when: [unchanged('gsk', adviser.gsk), unchanged('card/name', adviser.card.name)] };
    findings.push({ where, problem: 'its place in the directory', repair: () => tryUpdate(adviserKey(id), change) });
  }
  return findings;
}

/** Whether the firm counts its admins right; with none, nobody can manage accounts. */
export async function checkAdmins(): Promise<Finding[]> {
  const [firm, advisers] = await Promise.all([get<Item>(FIRM), allAdvisers()]);
  const admins = advisers.filter(({ card }) => card.role === 'admin').length;
  if ((firm?.admins ?? 0) === admins) return [];
  const repair = () => tryUpdate(FIRM, { set: { admins }, when: [unchanged('admins', firm?.admins)] });
  return [{ where: 'firm', problem: `admins is ${firm?.admins ?? 0}, recounted ${admins}`, repair }];
}
