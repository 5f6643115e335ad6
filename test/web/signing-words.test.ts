import { expect, test } from 'vitest';
import { DOT } from '../../web/src/lib/text/format.ts';
import { saySigning } from '../../web/src/parts/request/signing.ts';

const SIGN = {
  documentId: 'a.1',
  pages: 2,
  sha256: '00',
  person: 1,
  seenAt: null,
  signedAt: null,
  completes: false,
  signedDocumentId: null,
};
const SEEN = { ...SIGN, seenAt: '2026-06-30T23:30:00.000Z' };

test.each([
  ['open', SIGN, 'To sign'],
  ['open', SEEN, `To sign${DOT}opened 1 Jul`],
  ['submitted', SEEN, 'Will not sign'],
  ['approved', { ...SEEN, signedAt: '2026-07-02T13:02:59.000Z' }, 'Signed 2 Jul, 14:02'],
  ['waived', SEEN, 'Waived'],
] as const)('says of a signature that is %s, in London’s time: %j', (state, sign, text) => {
  expect(saySigning({ state, sign })).toBe(text);
});
