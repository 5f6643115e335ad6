import type { Key } from '#functions/aws/table.ts';
import {
  FIRM_FIGURES,
  type FigureItem,
  figureName,
  figuresOf,
  histogramOf,
  isFigure,
} from '#functions/domain/figures/figure.ts';
import type { Finding } from '#functions/domain/finding.ts';
import { countIn } from '#shared/rules/histograms.ts';
import type { Source } from './source.ts';

/** Stages and completions have days; additions have none. */
const hasDays = (item: FigureItem) => !figureName(item).endsWith('#added');

/** Finds months whose number differs from their days, and those of the firm that are less than its advisers'. */
export async function checkFigures(source: Source): Promise<Finding[]> {
  const all: readonly Key[] = await source.others();
  const items = all.filter(isFigure);
  const where = ({ pk, sk }: FigureItem) => `figures ${pk} ${sk}`;
  const firm = new Map(items.filter(({ pk }) => pk === figuresOf(FIRM_FIGURES)).map((item) => [item.sk, item]));
  const ofAdvisers = new Map<string, number>();
  for (const { pk, sk, n } of items)
    if (pk !== figuresOf(FIRM_FIGURES)) ofAdvisers.set(sk, (ofAdvisers.get(sk) ?? 0) + n);
  return [
    ...items
      .filter((item) => hasDays(item) && item.n !== countIn(histogramOf(item)))
      .map((item) => ({ where: where(item), problem: `counts ${item.n}, but its days add up to another number` })),
    ...[...ofAdvisers].flatMap(([sk, n]) => {
      const whole = firm.get(sk)?.n ?? 0;
      return whole < n ? [{ where: `figures ${sk}`, problem: `the firm has ${whole}, and its advisers ${n}` }] : [];
    }),
  ];
}
