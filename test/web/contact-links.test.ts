import { expect, test } from 'vitest';
import { mailLink, phoneLink } from '../../web/src/lib/text/contact-links.ts';

test.each([
  ['020 7946 0000', '02079460000'],
  [' (020) 7946-0000 ', '02079460000'],
  ['020–7946‑0000', '02079460000'],
  ['+44 20 7946 0000', '+442079460000'],
  ['+44 (0)20 7946 0000', '+442079460000'],
  ['+44(0)2079460000', '+442079460000'],
  ['(+44) (0) 20 7946 0000', '+442079460000'],
  ['+44 020 7946 0000', '+442079460000'],
  ['+44 (07700) 900123', '+447700900123'],
  ['+353 (0)1 234 5678', '+35312345678'],
  ['+39 06 1234 5678', '+390612345678'],
  ['0044 (0)20 7946 0000', '00442079460000'],
  ['\u202a+44\u00a07700\u00a0900123\u202c', '+447700900123'],
  ['0800 123 456 ext. 12', '0800123456'],
  ['0800 123 456 x12', '0800123456'],
  ['0800 123 456 #3', '0800123456'],
  ['0800 123 456,,12', '0800123456'],
  ['07700 900123 / 020 7946 0001', '07700900123'],
  ['07700 900123 or 020 7946 0001', '07700900123'],
  ['07700 900123; 020 7946 0001', '07700900123'],
  ['07700 900123 (work, 9-5)', '07700900123'],
  ['(mobile) 07700 900123', '07700900123'],
  ['9–5 on 07700 900123', '07700900123'],
])('the phone number %s is dialled as %s', (text, number) => expect(phoneLink(text)).toBe(`tel:${number}`));

test.each(['', 'please ask', 'ext 12', '0800 FLOWERS', '+44', '07700 900123 020 7946 0001'])(
  '“%s” gets no phone link',
  (text) => expect(phoneLink(text)).toBeUndefined(),
);

test.each([
  ['jane.doe@clients.example', 'jane.doe@clients.example'],
  ['a#b?c&d@clients.example', 'a%23b%3Fc%26d@clients.example'],
  ['50%25@clients.example', '50%2525@clients.example'],
  ['"a@b"@clients.example', '%22a%40b%22@clients.example'],
])('the email link to %s is mailto:%s', (address, link) => expect(mailLink(address)).toBe(`mailto:${link}`));
