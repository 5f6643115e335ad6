import type { NewRequests } from '#shared/contract/requests.ts';
import { REQUEST_LIMITS } from '#shared/rules/limits.ts';
import { londonParts } from '#shared/rules/london.ts';
import { REQUEST_TEXTS } from '#shared/rules/request-texts.ts';
import { type ItemChange, together } from '../../aws/expressions.ts';
import { transact } from '../../aws/table.ts';
import { conflict, invalid } from '../../services/errors.ts';
import { childItemKey, clientIdOf, idOfChild, newChildKey, PREFIX } from '../../services/keys/keys.ts';
import type { ClientItem } from '../clients/client.ts';
import { type ChangeContext, changeOf } from '../clients/client-writes.ts';
import type { RequestItem } from './request.ts';
import { placed, stageOf } from './request-change.ts';

export function countNew({ totalRequests = 0 }: ClientItem, added: number): ItemChange {
  const { perClient } = REQUEST_LIMITS;
  if (totalRequests + added > perClient) throw conflict(REQUEST_TEXTS.full);
  return { add: { totalRequests: added }, when: [['totalRequests', 'absent or <', perClient - added + 1]] };
}

/** Throws 400 for a day in the past. */
export function checkDue(dueDate: string | null | undefined, now: Date): void {
  if (dueDate && dueDate < londonParts(now).date) throw invalid('dueDate', REQUEST_TEXTS.pastDay);
}

interface Asked extends Pick<RequestItem, 'facts' | 'sign'>, Pick<RequestItem['summary'], 'title' | 'kind'> {
  key: string;
  stage?: number | undefined;
  help?: string | null | undefined;
  dueDate?: string | null | undefined;
}

/** Returns a new request of any kind, which is open. */
export function newRequest(
  { client, now }: Pick<ChangeContext, 'client' | 'now'>,
  { key, title, kind, stage, help, dueDate, ...content }: Asked,
): RequestItem {
  const summary: RequestItem['summary'] = {
    title,
    ...(kind && { kind }),
    ...(stage !== undefined && { stage }),
    state: 'open',
    attempt: 1,
    files: 0,
    everFiles: 0,
    ...(dueDate && { due: dueDate }),
    askedAt: now.toISOString(),
  };
  const place = childItemKey(PREFIX.request, clientIdOf(client), key);
  return placed({ ...place, v: 1, version: 1, ...(help && { help }), ...content, summary }, client);
}

/** Makes requests for documents. Throws 400 for a day in the past, 409 if the client has too many requests. */
export async function askForDocuments(context: ChangeContext, { items, dueDate }: NewRequests): Promise<RequestItem[]> {
  const { client, now } = context;
  checkDue(dueDate, now);
  const keys = items.map(() => newChildKey(now)).sort();
  const requests = items.map(({ title, help, stageId }, i) =>
    newRequest(context, {
      key: keys[i] ?? '',
      title,
      help,
      stage: stageOf(stageId, clientIdOf(client)),
      dueDate,
    }),
  );
  const happened = requests.map((request) => {
    const { title, stage = null, due = null } = request.summary;
    return { action: 'request-made', data: { title, stage, due }, ref: idOfChild(request) } as const;
  });
  const counts = together({ add: { 'summary/openRequests': items.length } }, countNew(client, items.length));
  await transact([...changeOf(context, happened, counts), ...requests.map((request) => ({ put: { ...request } }))]);
  return requests;
}
