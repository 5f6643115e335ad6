import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { planForm } from '../../web/src/parts/plan/plan-dialog.tsx';

const read = (approxValuation: string) =>
  z.safeParse(planForm, { provider: 'Aviva', planType: 'pension', planNumber: '1', approxValuation });

test.each([
  ['12500', 12_500],
  ['£12,500', 12_500],
  ['12,500.00', 12_500],
  ['12 500', 12_500],
  ['12\u202f500', 12_500],
  [' £ 1,250,000 ', 1_250_000],
  ['\u202a£12,500.0\u202c', 12_500],
  ['0', 0],
  ['', null],
  [' ', null],
])('reads the valuation “%s” as %s pounds', (typed, pounds) => expect(read(typed).data?.approxValuation).toBe(pounds));

test.each([
  ...['125.000', '12.000', '12.500', '12,50', '1,25,000', '1,250 000', '1e5', '0x1F', '12.5k', '12’500', '12 50'],
  ...['-5', '−5', '(5)', '12500.50', 'GBP 12,500', '£', '1,250,', 'Infinity', '99999999999999999999'],
])('rejects the valuation “%s”', (typed) =>
  expect(read(typed).error?.issues).toMatchObject([
    { path: ['approxValuation'], message: 'Must be a whole number of pounds, 0 or more' },
  ]),
);
