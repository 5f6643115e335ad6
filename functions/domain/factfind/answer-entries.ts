import type { Happened } from '#shared/audit-log/actions.ts';
import type { SectionOf } from '#shared/rules/factfind.ts';
import { isSameAnswer } from '#shared/rules/factfind-answers.ts';
import { clientsOwn } from '#shared/rules/factfind-own.ts';
import { londonParts } from '#shared/rules/london.ts';
import { HOUR_MS } from '#shared/rules/time.ts';
import { idOfChild } from '../../services/keys/keys.ts';
import type { ChangeContext } from '../clients/client-writes.ts';
import { isCorrection, writerOf } from './changed-answers.ts';
import type { FactfindItem } from './factfind.ts';
import type { SectionItem, StoredAnswer } from './section-item.ts';

export interface Change {
  at: SectionOf;
  before: SectionItem;
  changed: Readonly<Record<string, StoredAnswer>>;
}

const textOf = ({ section }: SectionOf, key: string) => section.questions.find(({ id }) => id === key)?.text ?? key;

/** Returns entries of single answers: corrections, and corrected answers that the client puts back. */
function entriesOfAnswers(context: ChangeContext, request: FactfindItem, { at, before, changed }: Change): Happened[] {
  const ref = idOfChild(request);
  return Object.entries(changed).flatMap(([key, answer]): Happened[] => {
    const current = before.answers[key];
    const data = { question: textOf(at, key) };
    if (isCorrection(context, request, current, answer)) return [{ action: 'factfind-corrected', data, ref }];
    const own = clientsOwn(current);
    const isPutBack = answer.by !== null && current?.by === null && own && isSameAnswer(own, answer);
    return isPutBack ? [{ action: 'factfind-put-back', data, ref }] : [];
  });
}

/** Returns the entries that a save causes, and what they mark: see the comments at the actions. */
export function entriesOf(context: ChangeContext, request: FactfindItem, change: Change, isOpenedAgain: boolean) {
  const { actor, now } = context;
  const { logged } = change.before;
  const ref = idOfChild(request);
  const { date: day } = londonParts(now);
  const who = writerOf(context).by ?? actor.id;
  const people = logged?.day === day ? logged.people : [];
  const count = Object.keys(change.changed).length;
  const isFirst = isOpenedAgain || (count > 0 && !people.includes(who));
  const { toldAt } = request.facts;
  const isTold =
    count > 0 &&
    actor.kind === 'client' &&
    request.summary.state === 'submitted' &&
    (toldAt === undefined || now.getTime() - Date.parse(toldAt) >= HOUR_MS);
  const answered = { action: 'factfind-answered', data: { section: change.at.section.title }, ref } as const;
  const told = { action: 'factfind-changed', data: { answers: count }, ref } as const;
  const happened: Happened[] = [
    ...(isFirst ? [answered] : []),
    ...(isTold ? [told] : []),
    ...entriesOfAnswers(context, request, change),
  ];
  return {
    happened,
    logged: isFirst ? { day, people: [...new Set([...people, who])] } : logged,
    ...(isTold && { toldAt: now.toISOString() }),
  };
}
