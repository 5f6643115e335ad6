import type { Plan } from '#shared/contract/journey.ts';
import type { Loa, NotedStep, Waiting } from '#shared/contract/loas.ts';
import { orNull, type Stored } from '#shared/nouns/field.ts';
import { LOA_FIELDS } from '#shared/nouns/loa.ts';
import {
  chaseDayOf,
  isUnderWay,
  type LOA_SCOPES,
  LOA_TEXTS,
  type LoaFacts,
  type LoaState,
  loaFactsOf,
  type StoredStep,
  waitedDays,
} from '#shared/rules/loas.ts';
import { londonParts } from '#shared/rules/london.ts';
import type { Calendar } from '#shared/rules/working-days.ts';
import type { Key, Row } from '../../aws/table.ts';
import { conflict, notFound } from '../../services/errors.ts';
import * as KEYS from '../../services/keys/item-kinds.ts';
import {
  adviserPartition,
  childId,
  childKeyOf,
  clientIdOf,
  getChild,
  idOfChild,
  isOf,
  PREFIX,
  timeOfKey,
} from '../../services/keys/keys.ts';
import type { Settings } from '../../services/settings.ts';
import type { ClientItem } from '../clients/client.ts';
import { type ShownOfClient, shownOfClient } from '../clients/listed-rows.ts';
import type { CountedAnswer } from '../providers/provider.ts';

interface Provider {
  provider: string;
  providerKey: string;
}

/** Last step as the board shows it; longer notes are cut. */
type LastStep = Pick<StoredStep, 'step' | 'on' | 'how' | 'whom' | 'ref' | 'note' | 'promisedOn' | 'why'>;

interface LoaSummary extends LoaFacts, Provider, ShownOfClient {
  /** Number of plans. */
  plans: number;
  /** Copies for the board. */
  version?: number;
  signedOn?: string;
  last?: LastStep;
  /** References of earlier steps, by which the board is searched. */
  refs?: readonly string[];
}

/** Plan in a letter, as far as the client's page describes it. */
export interface LoaPlan {
  key: string;
  type: Plan['planType'];
  /** Last characters of its number. */
  tail?: string;
}

export interface LoaItem extends Key, Stored<typeof LOA_FIELDS> {
  v: 1;
  /** Keys of the list index, while it is under way. */
  gpk?: string;
  gsk?: string;
  /** Keys of the due index, until the next chase. */
  dpk?: string;
  dsk?: string;
  version: number;
  scope: (typeof LOA_SCOPES)[number];
  plans: readonly LoaPlan[];
  steps: readonly StoredStep[];
  /** Set while its answer is counted in the provider's response times. */
  counted?: CountedAnswer;
  /** Day of the chase that its adviser was notified about. */
  toldFor?: string;
  summary: LoaSummary;
}

export type LoaRow = Row<LoaSummary>;

/** Characters of a note in the list index: two lines of the board. */
const MOST_OF_NOTE = 160;

const shortened = (note: string) => (note.length > MOST_OF_NOTE ? `${note.slice(0, MOST_OF_NOTE - 1)}…` : note);

function lastOf(steps: readonly StoredStep[]): Pick<LoaSummary, 'last' | 'refs'> {
  const last = steps.at(-1);
  if (!last) return {};
  const { step, on, how, whom, ref, note, promisedOn, why } = last;
  const given = Object.entries({ how, whom, ref, note: note && shortened(note), promisedOn, why });
  const refs = new Set(steps.flatMap((one) => (one.ref && one.ref !== ref ? one.ref : [])));
  return {
    last: { step, on, ...Object.fromEntries(given.filter(([, value]) => value !== undefined)) },
    ...(refs.size > 0 && { refs: [...refs] }),
  };
}

type Unsummarised = Pick<LoaItem, 'version' | 'plans' | 'steps'> & { signedOn?: string | undefined; summary: Provider };

/** Returns the summary of a letter, computed from the letter and its client. */
export const summaryOf = (
  { version, plans, steps, signedOn, summary: { provider, providerKey } }: Unsummarised,
  client: Pick<ClientItem, 'summary'>,
): LoaSummary => {
  const facts = loaFactsOf(steps);
  return {
    provider,
    providerKey,
    plans: plans.length,
    ...facts,
    version,
    ...(signedOn !== undefined && { signedOn }),
    ...lastOf(steps),
    ...shownOfClient(client, isUnderWay(facts.state)),
  };
};

const MARK = 16;

/** Returns what names a letter in its client's summary: the random part of its key. */
export const markOf = (loa: Pick<LoaItem, 'sk'>) => loa.sk.slice(-MARK);

/** Returns the letters under way as the client's summary holds them. */
export const lettersOf = (loas: readonly Pick<LoaItem, 'sk' | 'summary'>[]): Record<string, string> =>
  Object.fromEntries(
    loas.filter(({ summary }) => isUnderWay(summary.state)).map((loa) => [markOf(loa), loa.summary.nextChase ?? '']),
  );

export const isLoa = (item: Key): item is LoaRow => isOf(KEYS.loa, item);

/** Sort key of a letter without a next chase. */
export const NO_CHASE = '0000';

/** Index keys, by the day of the next chase; those to send or returned come first. None once it has ended. */
export function loaIndexKeys(
  { state, nextChase }: Pick<LoaFacts, 'state' | 'nextChase'>,
  key: string,
  adviserId: string,
) {
  if (!isUnderWay(state)) return { gpk: undefined, gsk: undefined };
  return { gpk: adviserPartition(adviserId), gsk: `${PREFIX.indexedLoa}${nextChase ?? NO_CHASE}#${key}` };
}

const toStep = ({ nextChase: _, typical: __, ...step }: StoredStep): NotedStep => ({
  ...step,
  how: step.how ?? null,
  whom: step.whom ?? null,
  ref: step.ref ?? null,
  note: step.note ?? null,
  promisedOn: step.promisedOn ?? null,
  gaps: step.gaps ? [...step.gaps] : null,
  why: step.why ?? null,
});

export const calendarOf = (now: Date, { firm }: Pick<Settings, 'firm'>): Calendar => ({
  today: londonParts(now).date,
  closed: firm.closedDays,
});

export const toLoa = (item: LoaItem, { today, closed }: Calendar): Loa => ({
  id: idOfChild(item),
  clientId: clientIdOf(item),
  provider: item.summary.provider,
  providerKey: item.summary.providerKey,
  planIds: item.plans.map(({ key }) => childId(clientIdOf(item), key)),
  scope: item.scope,
  state: item.summary.state,
  ...orNull(LOA_FIELDS, item),
  sentOn: item.summary.sentOn ?? null,
  acknowledgedOn: item.summary.ackOn ?? null,
  endedOn: item.summary.endedOn ?? null,
  nextChase: chaseDayOf(item.summary, closed) ?? null,
  workingDays: waitedDays(item.summary, today, closed),
  gaps: [...(item.summary.gaps ?? [])],
  chases: item.summary.chases,
  steps: item.steps.map(toStep),
  version: item.version,
  createdAt: timeOfKey(childKeyOf(item)),
});

const isShown = (state: LoaState): state is Waiting['state'] => state !== 'to_send' && state !== 'closed';

/** Returns what the portal shows of a letter, from when it was sent. Contains no notes, calls, names or references. */
export function toWaiting({ summary, plans }: LoaItem, { today, closed }: Calendar): Waiting[] {
  const { state, sentOn } = summary;
  if (!isShown(state) || sentOn === undefined) return [];
  return [
    {
      provider: summary.provider,
      plans: plans.map(({ type, tail }) => ({ type, tail: tail ?? null })),
      state,
      askedOn: sentOn,
      workingDays: waitedDays(summary, today, closed) ?? 0,
      confirmedOn: summary.ackOn ?? null,
      arrivedOn: state === 'received' ? (summary.endedOn ?? null) : null,
      typical: summary.typical ?? null,
    },
  ];
}

export const readLoa = (id: string) => getChild<LoaItem>(PREFIX.loa, id);

export function foundLoa(loa: LoaItem | undefined): LoaItem {
  if (!loa) throw notFound('Letter not found');
  return loa;
}

/** Throws 409 unless the caller has seen the current version. */
export function checkLoaVersion(loa: LoaItem, version: number): void {
  if (loa.version !== version) throw conflict(LOA_TEXTS.changed);
}
