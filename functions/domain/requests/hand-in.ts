import { idOfChild } from '../../services/keys/keys.ts';
import type { ChangeContext } from '../clients/client-writes.ts';
import { furtherPerson } from '../clients/person.ts';
import { checkSigner, foundRequest, type RequestItem } from './request.ts';
import { resultOf, writeRequest } from './request-change.ts';

/** Returns what a fact-find notes of its hand-in: from the first one on, changed answers keep their former values. */
const handedIn = ({ facts }: RequestItem, { actor, now }: ChangeContext, together?: true) =>
  facts && { facts: { ...facts, sentAt: now.toISOString(), sentBy: actor.name, together } };

const sentFactfind = ({ done, of }: NonNullable<RequestItem['facts']>, together?: true) =>
  ({ action: 'factfind-sent', data: { done, of, ...(together && { together }) } }) as const;

/** Hands a request in. Changes nothing if it was handed in already. */
export async function submitRequest(
  context: ChangeContext,
  request: RequestItem | undefined,
  by: 'client' | 'clock',
): Promise<RequestItem> {
  const before = foundRequest(request);
  if (!resultOf('submit', before)) return before;
  const { title, files, attempt } = before.summary;
  const submitted = { state: 'submitted' as const, submittedAt: context.now.toISOString() };
  const after = {
    ...before,
    ...handedIn(before, context),
    // Answers replace the wish to do it together.
    ...(before.facts && { answer: undefined, answeredBy: undefined }),
    summary: { ...before.summary, ...submitted },
  };
  const happened = before.facts
    ? sentFactfind(before.facts)
    : ({ action: 'request-submitted', data: { title, files, attempt, by } } as const);
  return writeRequest(context, before, after, { ...happened, ref: idOfChild(before) });
}

/** Stores why the client does not have a document, or that they would rather answer in a call, for staff to decide. */
export async function answerRequest(
  context: ChangeContext,
  request: RequestItem | undefined,
  answer: string,
): Promise<RequestItem> {
  const before = foundRequest(request);
  checkSigner(before, context.actor.person);
  resultOf('cannot', before);
  if (before.summary.state === 'submitted' && before.answer === answer) return before;
  const { submittedAt = context.now.toISOString() } = before.summary;
  const answeredBy = furtherPerson(context.actor.person);
  const after = {
    ...before,
    ...handedIn(before, context, true),
    answer,
    answeredBy,
    summary: { ...before.summary, state: 'submitted' as const, submittedAt },
  };
  const happened = before.facts
    ? sentFactfind(before.facts, true)
    : ({
        action: 'request-unavailable',
        data: { title: before.summary.title, answer, ...(before.sign && { sign: true as const }) },
      } as const);
  return writeRequest(context, before, after, { ...happened, ref: idOfChild(before) });
}
