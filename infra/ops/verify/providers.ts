import { query } from '#functions/aws/table.ts';
import type { LoaItem } from '#functions/domain/loas/loa.ts';
import type { ResponseTimesItem } from '#functions/domain/providers/provider.ts';
import * as KEYS from '#functions/services/keys/item-kinds.ts';
import { clientPartition, PREFIX } from '#functions/services/keys/keys.ts';
import type { Finding } from './finding.ts';

/** Finds months with fewer answers than letters that were counted. More are right: deleted clients leave theirs. */
export async function checkAnswers(clientIds: readonly string[]): Promise<Finding[]> {
  const loas: LoaItem[] = [];
  for (const id of clientIds) loas.push(...(await query<LoaItem>(clientPartition(id), PREFIX.loa)));
  const times = await query<ResponseTimesItem>(KEYS.responseTimes.pk, KEYS.responseTimes.sk);
  const answers = new Map(times.map(({ sk, n }) => [sk, n]));
  const skOf = ({ card, counted }: LoaItem) => `${KEYS.responseTimes.sk}${counted?.month}#${card.providerKey}`;
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
