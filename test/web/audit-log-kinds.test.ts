import { expect, test } from 'vitest';
import { FIRM_ACTIONS } from '#shared/audit-log/actions.ts';
import { ACTION_KINDS } from '../../web/src/features/audit-log/kinds.ts';

test('the audit log can be filtered by every action of the firm, each offered once', () => {
  const offered = ACTION_KINDS.flatMap(({ actions }) => actions.map(([action]) => action));
  expect(offered).toEqual([...new Set(offered)]);
  expect(Object.keys(FIRM_ACTIONS).filter((action) => !offered.some((one) => one === action))).toEqual([]);
});
