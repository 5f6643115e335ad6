import type { SignatureAsked } from '#shared/contract/signing.ts';
import { SIGNED_STAGES } from '#shared/rules/journey.ts';
import { LIMITS } from '#shared/rules/limits.ts';
import { SIGN_TEXTS } from '#shared/rules/signing.ts';
import { together, unchanged } from '../../aws/expressions.ts';
import { transact } from '../../aws/table.ts';
import { conflict, invalid } from '../../services/errors.ts';
import { refusalOf } from '../../services/idempotency.ts';
import { childId, childKeyOf, clientIdOf, newChildKey } from '../../services/keys/keys.ts';
import type { Staff } from '../accounts/session.ts';
import { type ChangeContext, changeOf, entryKeysIn } from '../clients/client-writes.ts';
import { FIRST_PERSON } from '../clients/person.ts';
import { type DocumentItem, isKept } from '../documents/document-item.ts';
import { documentGone, fileHashOf } from '../documents/documents.ts';
import { readBytes } from '../documents/download.ts';
import { heldFor } from '../requests/document-to-sign.ts';
import { checkDue, countNew, newRequest } from '../requests/new-request.ts';
import type { RequestItem } from '../requests/request.ts';
import { stemOf } from './facts.ts';
import { checkSize, inspectPdf } from './pdf.ts';
import { checkRoom } from './signable.ts';

const TEXTS = {
  notPdf: 'Only PDFs can be signed here.',
  otherStage: 'Only documents of 1.4 and 5.4 can be signed here.',
  asked: 'A signature is asked for already.',
  copy: 'This is a signed copy. Ask for a signature of the document itself.',
  completed: 'The journey is completed. Reopen the client first.',
} as const;

const titleOf = (document: DocumentItem) => stemOf(document, LIMITS.title).trim() || document.name;

/** Throws 409 for a document that cannot be signed here, as far as its item says. */
function checkDocument({ client }: ChangeContext, document: DocumentItem): void {
  if (client.summary.completedAt !== undefined) throw conflict(TEXTS.completed);
  if (document.type !== 'application/pdf') throw conflict(TEXTS.notPdf);
  if (document.stage === undefined || !SIGNED_STAGES.includes(document.stage)) throw conflict(TEXTS.otherStage);
  if (document.evidence === 'signed') throw conflict(TEXTS.copy);
  checkSize(document.fileSize);
}

/** Returns the numbers of who is asked, each once. Throws 400 for somebody who is not the client’s. */
function signersIn({ client }: ChangeContext, people: readonly number[] = [FIRST_PERSON]): number[] {
  const known = [FIRST_PERSON, ...(client.summary.people ?? []).map(({ number }) => number)];
  if (!people.every((number) => known.includes(number))) throw invalid('people', SIGN_TEXTS.person);
  return [...new Set(people)];
}

/**
 * Makes the requests for the signatures of a document, one for each signer. Throws 400 for a day in the past or an unknown
 * person, and 409 for a document that cannot be signed here.
 */
export async function askForSignature(
  context: ChangeContext<Staff>,
  document: DocumentItem | undefined,
  { message, dueDate, completes, people }: SignatureAsked,
): Promise<RequestItem[]> {
  const { actor, client, now } = context;
  if (!document || !isKept(document)) throw documentGone();
  checkDue(dueDate, now);
  const signers = signersIn(context, people);
  if (document.signing) throw await refusalOf(context.creation, conflict(TEXTS.asked));
  checkDocument(context, document);
  checkRoom(client, document.fileSize, signers.length);
  const bytes = await readBytes(context, document);
  const { pages } = await inspectPdf(bytes);
  const { stage } = document;
  const sha256 = fileHashOf(bytes);
  const clientId = clientIdOf(client);
  const keys = signers.map(() => newChildKey(now)).sort();
  const title = titleOf(document);
  const happened = keys.map((key) => {
    const data = { title, stage: stage ?? null, due: dueDate ?? null, sign: true } as const;
    return { action: 'request-made', data, ref: childId(clientId, key) } as const;
  });
  const counts = together({ add: { 'summary/openRequests': keys.length } }, countNew(client, keys.length), {
    when: [['summary/completedAt', 'absent']],
  });
  const changes = changeOf(context, happened, counts);
  const entries = entryKeysIn(changes);
  const requests = keys.map((key, i) => {
    const person = signers[i] ?? FIRST_PERSON;
    const sign = {
      document: childKeyOf(document),
      sha256,
      pages,
      size: bytes.length,
      ...(person !== FIRST_PERSON && { person }),
      ...(completes && { completes: true as const }),
      askedBy: actor.name,
      entries: { asked: entries[i] ?? '' },
    };
    return newRequest(context, { key, title, kind: 'sign', stage, help: message, dueDate, sign });
  });
  const held = heldFor(document, keys, { set: { sha256 }, when: [unchanged('stage', stage)] });
  await transact([...changes, ...requests.map((request) => ({ put: { ...request } })), held]);
  return requests;
}
