import { isDeepStrictEqual } from 'node:util';
import { unchanged } from '#functions/aws/expressions.ts';
import { tryUpdate } from '#functions/aws/table.ts';
import { type AdviserItem, adviserKey } from '#functions/domain/accounts/account.ts';
import type { Finding } from '#functions/domain/finding.ts';
import { idOf } from '#functions/services/keys/keys.ts';
import type { Source } from './source.ts';

const filled = <T>(rows: readonly T[]) => (rows.length > 0 ? rows : undefined);

/**
 * Checks that an adviser's list of colleagues mirrors what these work with. `works` grants access, so a repair follows it.
 */
export async function checkColleagues(id: string, source: Source): Promise<Finding[]> {
  const [account, everyone] = await Promise.all([source.get<AdviserItem>(adviserKey(id)), source.accounts()]);
  if (!account) return [];
  const named = new Map(everyone.map(({ pk, summary }) => [idOf(pk), summary.name]));
  const where = `adviser ${id}`;
  const findings: Finding[] = [];
  const { works = [] } = account.summary;
  const known = works.flatMap((row) => (named.has(row.id) ? [{ ...row, name: named.get(row.id) ?? '' }] : []));
  if (!isDeepStrictEqual(known, works)) {
    const change = {
      set: { 'summary/works': filled(known) },
      when: [unchanged('summary/works', account.summary.works)],
    };
    const repair = () => tryUpdate(adviserKey(id), change);
    findings.push({ where, problem: 'works with somebody who is gone or has another name', repair });
  }
  const mirrored = everyone.flatMap(({ pk, summary }) =>
    (summary.works ?? []).filter((row) => row.id === id).map((row) => ({ ...row, id: idOf(pk), name: summary.name })),
  );
  const order = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
  if (!isDeepStrictEqual(mirrored.toSorted(order), [...(account.colleagues ?? [])].sort(order))) {
    const change = { set: { colleagues: filled(mirrored) }, when: [unchanged('colleagues', account.colleagues)] };
    const repair = () => tryUpdate(adviserKey(id), change);
    findings.push({ where, problem: 'its colleagues are not those who work with it', repair });
  }
  return findings;
}
