import { addressOf } from '#shared/contract/address.ts';
import { fitting } from '../../aws/json-size.ts';
import type { Range } from '../../aws/table.ts';
import { childKeyOf, clientIdOf, PREFIX } from '../../services/keys/keys.ts';
import { type MessageItem, toMessage } from './message.ts';

// A page ends after so many messages or so much JSON, whichever is less (contract, Messages).
const MAX = 200;
const MAX_BYTES = 1_000_000;

/** What a client's partition has to give for a page: newest first from before a message, one more than is shown. */
export const messageRange = (before: string | undefined): Range => ({
  newestFirst: true,
  before: before && `${PREFIX.message}${before}`,
  limit: MAX + 1,
  maxBytes: MAX_BYTES,
});

/** One page of messages, oldest first, and the path of the page before it where there is one. */
export function messagePage(found: readonly MessageItem[]): { page: MessageItem[]; prev: string | undefined } {
  const messages = found.slice(0, MAX).map((item) => toMessage(item));
  const page = found.slice(0, fitting(messages, MAX_BYTES).length).reverse();
  const [oldest] = page;
  if (!oldest || found.length === page.length) return { page, prev: undefined };
  const older = { before: childKeyOf(oldest) };
  return { page, prev: addressOf('GET /api/clients/{id}/messages', { id: clientIdOf(oldest) }, older).url };
}
