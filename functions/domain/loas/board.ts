import type { LoaOnBoard } from '#shared/contract/loas.ts';
import { type BoardView, chaseDayOf, lastDayDue, waitedDays } from '#shared/rules/loas.ts';
import { addDays } from '#shared/rules/london.ts';
import { searchable, searchFor } from '#shared/rules/search.ts';
import type { Calendar } from '#shared/rules/working-days.ts';
import type { RowPage } from '../../aws/table.ts';
import { childKeyOf, clientIdOf, idOfChild, PREFIX, timeOfKey } from '../../services/keys/keys.ts';
import type { Staff } from '../accounts/session.ts';
import { ownRowPage, type PageQuery, pageOfRows, type RowRange } from '../clients/row-pages.ts';
import { type LoaRow, NO_CHASE } from './loa.ts';

interface BoardQuery extends PageQuery {
  show?: BoardView | undefined;
  q?: string | undefined;
  providers?: string | undefined;
}

const MAX = 500;
const ALL = PREFIX.indexedLoa;

const WHOLE: RowRange = { prefix: ALL, most: MAX };

/** Reads an adviser's board during the identity check. A part of it depends on the firm's closed days, so it waits. */
export const ownBoard = async (adviserId: string | undefined, query: BoardQuery) =>
  query.show === undefined ? ownRowPage<LoaRow>(adviserId, WHOLE, query) : undefined;

/** Returns the rows of a part of the board. They are sorted by the day of the next chase, those without one first. */
function boardRange(show: BoardView | undefined, calendar: Calendar): RowRange {
  const tomorrow = `${ALL}${addDays(lastDayDue(calendar), 1)}`;
  const ranges: Readonly<Record<BoardView, RowRange>> = {
    'to-send': { prefix: `${ALL}${NO_CHASE}#`, most: MAX },
    today: { prefix: ALL, from: `${ALL}${NO_CHASE}$`, before: tomorrow, most: MAX },
    waiting: { prefix: ALL, from: tomorrow, most: MAX },
  };
  return show ? ranges[show] : WHOLE;
}

const referencesOf = ({ last, refs = [] }: LoaRow['summary']) => (last?.ref ? [...refs, last.ref] : [...refs]);

/** Returns a test for the letters of a narrowed board. */
function isShown({ q = '', providers }: BoardQuery): (row: LoaRow) => boolean {
  const isFound = searchFor(q);
  const keys = providers === undefined ? undefined : new Set(providers.split(','));
  return ({ summary }) => {
    const { clientName = '', provider, providerKey } = summary;
    if (summary.clientCompleted || (keys && !keys.has(providerKey))) return false;
    return q === '' || isFound(searchable(clientName, provider, ...referencesOf(summary)));
  };
}

const toLastStep = ({ step, on, how, whom, ref, note, promisedOn, why }: NonNullable<LoaRow['summary']['last']>) => ({
  step,
  on,
  how: how ?? null,
  whom: whom ?? null,
  ref: ref ?? null,
  note: note ?? null,
  promisedOn: promisedOn ?? null,
  why: why ?? null,
});

function toLoaOnBoard(row: LoaRow, { today, closed }: Calendar) {
  const { summary } = row;
  return {
    id: idOfChild(row),
    clientId: clientIdOf(row),
    provider: summary.provider,
    providerKey: summary.providerKey,
    plans: summary.plans,
    state: summary.state,
    signedOn: summary.signedOn ?? null,
    sentOn: summary.sentOn ?? null,
    acknowledgedOn: summary.ackOn ?? null,
    endedOn: summary.endedOn ?? null,
    nextChase: chaseDayOf(summary, closed) ?? null,
    workingDays: waitedDays(summary, today, closed),
    gaps: [...(summary.gaps ?? [])],
    chases: summary.chases,
    lastStep: summary.last ? toLastStep(summary.last) : null,
    references: referencesOf(summary),
    version: summary.version ?? 0,
    createdAt: timeOfKey(childKeyOf(row)),
  };
}

/** Returns a page of the letters under way of an adviser's clients, by their next chase. Admins get those of all. */
export const loasOnBoard = (actor: Staff, own: RowPage<LoaRow> | undefined, query: BoardQuery, calendar: Calendar) =>
  pageOfRows(actor, own, boardRange(query.show, calendar), query, {
    call: 'GET /api/loas/board',
    keep: isShown(query),
    show: (row, whose): LoaOnBoard => ({ ...toLoaOnBoard(row, calendar), ...whose }),
  });
