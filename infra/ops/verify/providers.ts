import { unchanged } from '#functions/aws/expressions.ts';
import { type Key, tryUpdate } from '#functions/aws/table.ts';
import type { Finding } from '#functions/domain/finding.ts';
import type { LoaItem } from '#functions/domain/loas/loa.ts';
import type { ResponseTimesItem } from '#functions/domain/providers/provider.ts';
import * as KEYS from '#functions/services/keys/item-kinds.ts';
import { childKeyOf, isOf, itemKey } from '#functions/services/keys/keys.ts';
import { isUnderWay } from '#shared/rules/loas.ts';
import type { Source } from './source.ts';

/** Finds months with fewer answers than letters that were counted. More are right: deleted clients leave theirs. */
async function checkAnswers(loas: readonly LoaItem[], source: Source): Promise<Finding[]> {
  const times = await source.partition<ResponseTimesItem>(KEYS.responseTimes.pk, KEYS.responseTimes.sk);
  const answers = new Map(times.map(({ sk, n }) => [sk, n]));
  const skOf = ({ summary, counted }: LoaItem) => `${KEYS.responseTimes.sk}${counted?.month}#${summary.providerKey}`;
  const counted = Map.groupBy(
    loas.filter((loa) => loa.counted),
    skOf,
  );
  return [...counted].flatMap(([sk, { length }]) => {
    const n = answers.get(sk) ?? 0;
    return n >= length
      ? []
      : [{ where: 'firm', problem: `${sk} counts ${n} answers, but ${length} letters are in it` }];
  });
}

const stale = (key: Key, name: string, stored: unknown, counted: number): Finding[] =>
  (stored ?? 0) === counted
    ? []
    : [
        {
          where: 'firm',
          problem: `${key.sk} counts ${stored ?? 0} ${name}, recounted ${counted}`,
          repair: () => tryUpdate(key, { set: { v: 1, [name]: counted }, when: [unchanged(name, stored)] }),
        },
      ];

/** Finds wrong counts of providers, and of letters under way with each. */
async function checkCounts(loas: readonly LoaItem[], source: Source): Promise<Finding[]> {
  const items = await source.partition(KEYS.provider.pk);
  const count = items.find((item) => isOf(KEYS.providerCount, item))?.providers;
  const underWay = Map.groupBy(
    loas.filter(({ summary }) => isUnderWay(summary.state)),
    ({ summary }) => summary.providerKey,
  );
  const stored = new Map(
    items.filter((item) => isOf(KEYS.providerLetters, item)).map((item) => [childKeyOf(item), item.letters]),
  );
  return [
    ...stale(KEYS.providerCount, 'providers', count, items.filter((item) => isOf(KEYS.provider, item)).length),
    ...[...new Set([...underWay.keys(), ...stored.keys()])].flatMap((key) =>
      stale(itemKey(KEYS.providerLetters, '', key), 'letters', stored.get(key), underWay.get(key)?.length ?? 0),
    ),
  ];
}

export async function checkProviders(source: Source): Promise<Finding[]> {
  const loas = await source.letters();
  return [...(await checkAnswers(loas, source)), ...(await checkCounts(loas, source))];
}
