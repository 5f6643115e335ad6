import { type ItemChange, together, unchanged } from '../../aws/expressions.ts';
import { get, getTogether, itemAt, type Key, type Write } from '../../aws/table.ts';
import { conflict } from '../../services/errors.ts';
import { childItemKey, childKeyOf, clientIdOf, PREFIX } from '../../services/keys/keys.ts';
import { type ChangeContext, entryKeysIn } from '../clients/client-writes.ts';
import { numberOf } from '../clients/person.ts';
import { isToSign, type RequestItem, type SignItem, signerOf } from './request.ts';
import { NEXT_VERSION } from './request-change.ts';

/** Attributes of a document that requests to sign it need. */
interface ToSign extends Key {
  stage?: number | undefined;
  signing?: readonly string[] | undefined;
  deleting?: boolean;
}

const GONE = 'The document was moved or deleted since. Ask for a signature of another one.';

/** Returns the change by which a document is held for the signatures of `requests`, by their keys. */
export const heldFor = (document: ToSign, requests: readonly string[], more: ItemChange = {}): Write => {
  const set = { signing: requests.length > 0 ? requests : undefined };
  const when = [['pk', 'exists'], ['deleting', 'absent'], unchanged('signing', document.signing)] as const;
  return { update: document, change: together({ set, when }, more) };
};

export const withoutRequest = ({ signing = [] }: ToSign, request: RequestItem): string[] =>
  signing.filter((key) => key !== childKeyOf(request));

/** Returns the key of the document that is to be signed. */
export const keyToSign = (request: SignItem): Key =>
  childItemKey(PREFIX.document, clientIdOf(request), request.sign.document);

const readToSign = async (request: RequestItem) => (isToSign(request) ? get<ToSign>(keyToSign(request)) : undefined);

/** Returns the writes that let the document of a request to sign be moved and deleted again. */
export async function released(request: RequestItem): Promise<Write[]> {
  const document = await readToSign(request);
  return document && !document.deleting ? [heldFor(document, withoutRequest(document, request))] : [];
}

/** Returns the writes that hold the document of a reopened request again. Throws 409 if it was moved or deleted. */
export async function heldAgain(request: RequestItem): Promise<Write[]> {
  if (!request.sign) return [];
  const document = await readToSign(request);
  if (!document || document.deleting || document.stage !== request.summary.stage) throw conflict(GONE);
  return [heldFor(document, [...withoutRequest(document, request), childKeyOf(request)])];
}

/**
 * Returns the writes by which requests to sign a document count as read, if their signer downloads it. The audit entry
 * of the download is among `entry`, and its key becomes evidence.
 */
export async function readBySigner(
  { actor, client, now }: ChangeContext,
  { signing = [] }: ToSign,
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
