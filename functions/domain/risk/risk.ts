import type { NewRiskResult, PersonRisk, RiskResult } from '#shared/contract/risk.ts';
import { RISK_LIMITS, RISK_TEXTS } from '#shared/rules/risk.ts';
import { unchanged } from '../../aws/expressions.ts';
import { type Key, query, transact, type Write } from '../../aws/table.ts';
import { conflict, invalid } from '../../services/errors.ts';
import * as KEYS from '../../services/keys/item-kinds.ts';
import {
  childItemKey,
  childKeyOf,
  clientIdOf,
  clientPartition,
  isChildId,
  itemKey,
  PREFIX,
  parseChildId,
} from '../../services/keys/keys.ts';
import type { Staff } from '../accounts/session.ts';
import type { ClientItem } from '../clients/client.ts';
import { type ChangeContext, changeOf } from '../clients/client-writes.ts';
import { FIRST_PERSON, ownPeople } from '../clients/person.ts';
import { KEPT } from '../documents/document-item.ts';

/** Results of the risk questionnaire of one person, oldest first. */
export interface RiskItem extends Key {
  v: 1;
  version: number;
  results: readonly RiskResult[];
}

export const readRisk = (clientId: string) => query<RiskItem>(clientPartition(clientId), KEYS.risk.sk);

const NO_RESULTS = { version: 0, results: [] };

/** Returns the results of everybody who answers for themselves, the first person first. */
export const toRisk = (client: ClientItem, stored: readonly RiskItem[]): PersonRisk[] =>
  ownPeople(client).map(({ number, name }) => {
    const { version, results } = stored.find((item) => childKeyOf(item) === String(number)) ?? NO_RESULTS;
    return { person: number, name, version, results: [...results] };
  });

/** Returns the check that a document is the client's. Throws 400 for another client's. */
function documentCheck(clientId: string, documentId: string | null | undefined): Write[] {
  if (!documentId) return [];
  const isOwn = isChildId(documentId) && parseChildId(documentId).clientId === clientId;
  if (!isOwn) throw invalid('documentId', RISK_TEXTS.document);
  const at = childItemKey(PREFIX.document, clientId, parseChildId(documentId).key);
  return [{ check: at, when: KEPT, refuse: invalid('documentId', RISK_TEXTS.document) }];
}

/** Adds a result. A mistake is corrected by a new one. Throws 409 for another version, or if there are ten. */
export async function noteRisk(
  context: ChangeContext<Staff>,
  stored: readonly RiskItem[],
  { version, person: number = FIRST_PERSON, ...result }: NewRiskResult,
): Promise<PersonRisk> {
  const { actor, client, now } = context;
  const clientId = clientIdOf(client);
  const person = ownPeople(client).find((one) => one.number === number);
  if (!person) throw invalid('person', 'This person is not one of the clients');
  const before = stored.find((item) => childKeyOf(item) === String(number));
  if (version !== (before?.version ?? 0)) throw conflict(RISK_TEXTS.changed);
  const { results = [] } = before ?? {};
  if (results.length >= RISK_LIMITS.results) throw conflict(RISK_TEXTS.full);
  const isSame = result.agreed === 'same';
  const added: RiskResult = {
    tool: result.tool,
    on: result.on ?? '',
    result: result.result,
    documentId: result.documentId ?? null,
    agreed: result.agreed,
    level: isSame ? null : (result.level ?? null),
    why: isSame ? null : (result.why ?? null),
    capacity: result.capacity,
    capacityWhy: result.capacityWhy ?? null,
    name: actor.name,
    at: now.toISOString(),
  };
  const item: RiskItem = {
    ...itemKey(KEYS.risk, clientId, String(number)),
    v: 1,
    version: version + 1,
    results: [...results, added],
  };
  const data = { level: added.level ?? added.result };
  await transact([
    ...changeOf(context, { action: 'risk-noted', data }),
    ...documentCheck(clientId, result.documentId),
    { put: { ...item }, when: [unchanged('version', before?.version)], refuse: conflict(RISK_TEXTS.changed) },
  ]);
  return { person: number, name: person.name, version: item.version, results: [...item.results] };
}
