import type { Happened } from '#shared/audit-log/actions.ts';
import { isUnderWay, LOA_TEXTS, type LoaState, type LoaStep } from '#shared/rules/loas.ts';
import { londonInstant } from '#shared/rules/london.ts';
import { type Key, transact, type Write } from '../../aws/table.ts';
import { conflict } from '../../services/errors.ts';
import * as KEYS from '../../services/keys/item-kinds.ts';
import { childKeyOf, idOfChild } from '../../services/keys/keys.ts';
import { dueKeys, notDue } from '../../services/scheduler/scheduler.ts';
import type { Settings } from '../../services/settings.ts';
import { adviserIdOf, type ClientItem } from '../clients/client.ts';
import { type ChangeContext, changeOf } from '../clients/client-writes.ts';
import { checkKept, countLetters } from '../providers/provider.ts';
import { type LoaItem, lettersOf, loaIndexKeys, markOf, summaryOf } from './loa.ts';

export interface LoaContext extends ChangeContext {
  settings: Pick<Settings, 'firm' | 'providers' | 'mail'>;
}

const open = (state: LoaState | undefined) => (state !== undefined && isUnderWay(state) ? 1 : 0);

/** Returns the change of the client's summary by a letter. */
export const inClient = (loa: LoaItem) => ({
  set: { [`summary/letters/${markOf(loa)}`]: lettersOf([loa])[markOf(loa)] },
});

/** Returns the writes that count a letter with its provider. One that is reopened needs it in the directory. */
export function countWithProvider({ summary: { providerKey } }: LoaItem, before: LoaState, after: LoaState): Write[] {
  const change = open(after) - open(before);
  if (change === 0) return [];
  const kept = { ...checkKept(providerKey), refuse: conflict(LOA_TEXTS.removed) };
  return [countLetters(providerKey, change), ...(change > 0 ? [kept] : [])];
}

/** Returns the keys by which a letter is due at the firm's daily time. */
export const chaseKeys = (loa: Key, day: string, { mail }: Pick<Settings, 'mail'>) =>
  dueKeys(londonInstant(day, mail.dailyAt), KEYS.loa.due, idOfChild(loa));

/** Returns a letter with the facts of its steps, and its keys in the lists of letters and of due items. */
export function placed(
  letter: Omit<LoaItem, 'summary'> & { summary: Pick<LoaItem['summary'], 'provider' | 'providerKey'> },
  client: ClientItem,
  { mail }: Pick<Settings, 'mail'>,
): LoaItem {
  const summary = summaryOf(letter, client);
  const { nextChase } = summary;
  return {
    ...letter,
    summary,
    ...loaIndexKeys(summary, childKeyOf(letter), adviserIdOf(client)),
    ...(nextChase ? chaseKeys(letter, nextChase, { mail }) : notDue.set),
  };
}

export const lock = (loa: LoaItem) => [['version', '=', loa.version]] as const;

/** Writes a changed letter with its audit entries and the client's counter. Conflicts with any other change of it. */
export async function writeLoa(
  context: LoaContext,
  before: LoaItem,
  after: LoaItem,
  happened: Happened,
  more: readonly Write[] = [],
): Promise<LoaItem> {
  const stored = placed({ ...after, version: before.version + 1 }, context.client, context.settings);
  await transact([
    ...changeOf(context, happened, inClient(stored)),
    { put: { ...stored }, when: lock(before) },
    ...countWithProvider(before, before.summary.state, stored.summary.state),
    ...more,
  ]);
  return stored;
}

export const stepHappened = (loa: LoaItem, step: LoaStep, on: string, state: LoaState) =>
  ({ action: 'loa-step', data: { provider: loa.summary.provider, step, on, state }, ref: idOfChild(loa) }) as const;
