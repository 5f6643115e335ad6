import { resultOfAct } from '#shared/rules/request-acts.ts';
import { REQUEST_TEXTS } from '#shared/rules/request-texts.ts';
import { conflict } from '../../services/errors.ts';
import { childId, clientIdOf } from '../../services/keys/keys.ts';
import type { ClientItem } from '../clients/client.ts';
import { type ChangeContext, countDocument } from '../clients/client-writes.ts';
import type { PortalClient } from '../portal/device.ts';
import {
  checkSigner,
  foundRequest,
  isToSign,
  type RequestItem,
  requestFactsOf,
  type SignItem,
} from '../requests/request.ts';

/** Longest certificate in bytes, for which there must be room beside the document. */
const CERTIFICATE_BYTES = 100_000;

/** Throws 409 unless there is room for signed copies of a document of `size` bytes. */
export function checkRoom(client: ClientItem, size: number, copies = 1): void {
  const others = { ...client, totalDocuments: client.totalDocuments + copies - 1 };
  countDocument(others, copies * (size + CERTIFICATE_BYTES));
}

/**
 * Returns a request that the caller may sign now. Throws 404 for an unknown one. Throws 409 for another person's, before
 * the document was read, and once it is settled; once it is signed, with the copy.
 */
export function checkSignable(
  { actor, client }: Pick<ChangeContext<PortalClient>, 'actor' | 'client'>,
  found: RequestItem | undefined,
): SignItem {
  const request = foundRequest(found);
  if (!isToSign(request)) throw conflict(REQUEST_TEXTS.notToSign);
  checkSigner(request, actor.person);
  const result = resultOfAct('sign', requestFactsOf(request));
  const { signed } = request.sign;
  const copy = signed === undefined ? undefined : { documentId: childId(clientIdOf(client), signed) };
  if ('refused' in result) throw conflict(result.refused, copy);
  if (client.summary.completedAt !== undefined) throw conflict(REQUEST_TEXTS.settled);
  return request;
}
