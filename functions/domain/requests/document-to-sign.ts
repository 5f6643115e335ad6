import { type ItemChange, together, unchanged } from '../../aws/expressions.ts';
import { get, getTogether, itemAt, type Write } from '../../aws/table.ts';
import { conflict } from '../../services/errors.ts';
import { childItemKey, childKeyOf, clientIdOf, PREFIX } from '../../services/keys/keys.ts';
import { type ChangeContext, entryKeysIn } from '../clients/client-writes.ts';
import { numberOf } from '../clients/person.ts';
import { type DocumentItem, isKept, KEPT } from '../documents/document-item.ts';
import { type RequestItem, signerOf } from './request.ts';
import { NEXT_VERSION } from './request-change.ts';

const GONE = 'The document was moved or deleted since. Ask for a signature of another one.';

/** Returns the change by which a document is held for the signatures of `requests`, by their keys. */
export const heldFor = (document: DocumentItem, requests: readonly string[], more: ItemChange = {}): Write => {
  const set = { signing: requests.length > 0 ? requests : undefined };
  const when = [...KEPT, unchanged('signing', document.signing)];
  return { update: document, change: together({ set, when }, more) };
};

export const withoutRequest = ({ signing = [] }: DocumentItem, request: RequestItem): string[] =>
  signing.filter((key) => key !== childKeyOf(request));

export const readToSign = async (request: RequestItem): Promise<DocumentItem | undefined> =>
  request.sign && get<DocumentItem>(childItemKey(PREFIX.document, clientIdOf(request), request.sign.document));

/** Returns the writes that let the document of a request to sign be moved and deleted again. */
export async function released(request: RequestItem): Promise<Write[]> {
  const document = await readToSign(request);
  return document && isKept(document) ? [heldFor(document, withoutRequest(document, request))] : [];
}

/** Returns the writes that hold the document of a reopened request again. Throws 409 if it was moved or deleted. */
export async function heldAgain(request: RequestItem): Promise<Write[]> {
  if (!request.sign) return [];
  const document = await readToSign(request);
  if (!document || !isKept(document) || document.stage !== request.summary.stage) throw conflict(GONE);
  return [heldFor(document, [...withoutRequest(document, request), childKeyOf(request)])];
}

/**
 * Returns the writes by which requests to sign a document count as read, if their signer downloads it. The audit entry
 * of the download is among `entry`, and its key becomes evidence.
 */
export async function readBySigner(
  { actor, client, now }: ChangeContext,
  { signing = [] }: DocumentItem,
  entry: readonly Write[],
): Promise<Write[]> {
  const { person } = actor;
  if (!person || signing.length === 0) return [];
  const keys = signing.map((key) => childItemKey(PREFIX.request, clientIdOf(client), key));
  const items = await getTogether(keys);
  const unread = keys
    .flatMap((key) => itemAt<RequestItem>(items, key) ?? [])
    .filter(
      ({ summary, sign }) => sign && !sign.seenAt && summary.state === 'open' && signerOf(sign) === numberOf(person),
    );
  const [read] = entryKeysIn(entry);
  return unread.map((request) => ({
    update: request,
    change: {
      set: { 'sign/seenAt': now.toISOString(), 'sign/entries/read': read },
      add: NEXT_VERSION,
      when: [['version', '=', request.version]],
    },
  }));
}
