import { expect, test } from 'vitest';
import { personIdIn } from '../../web/src/lib/http/token.ts';

const ID = 'a-client-of-22-letters';
const MAC = 'm'.repeat(43);
const MAC_LIKE_A_NUMBER = `${'m'.repeat(40)}--4`;

test.each([
  [ID, ID],
  [ID + MAC, ID],
  [ID + MAC_LIKE_A_NUMBER, ID],
  [`${ID}${MAC_LIKE_A_NUMBER}2-3`, ID],
  [`${ID}${MAC}--2`, `${ID}.2`],
  [`${ID}${MAC_LIKE_A_NUMBER}2-3--a`, `${ID}.10`],
])('the link %s is of person %s', (token, person) => expect(personIdIn(token)).toBe(person));
