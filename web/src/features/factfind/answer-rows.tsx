import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import type { NewPlan } from '#shared/contract/journey.ts';
import { sayAnswer, type Value } from '#shared/rules/factfind-answers.ts';
import { plansQuery } from '../../parts/client/plans.ts';
import { Badge } from '../../ui/feedback/badge.tsx';
import { Words } from '../../ui/text/words.tsx';
import { useActs } from './acts.ts';
import type { Place } from './shown-answers.ts';

type Row = Exclude<Extract<Value, unknown[]>[number], string>;

export const rowsIn = (value: Value | undefined): readonly Row[] =>
  Array.isArray(value) ? value.filter((row) => typeof row === 'object') : [];

/** Lists whose rows are plans, by section and question. */
const PLAN_TYPES: Readonly<Record<string, NewPlan['planType']>> = {
  'pensions/pensions': 'pension',
  'savings/invested': 'investment',
};

const planTypeOf = ({ section, question }: Place) => PLAN_TYPES[`${section.split('.')[0]}/${question.id}`];

const text = (value: Row[string] | undefined) => (value === undefined ? '' : String(value));

interface Props {
  place: Place;
  row: Row;
}

/** Adds a row to the plans, unless it is one of them. */
function PlanAct({ place, row, planType }: Props & { planType: NewPlan['planType'] }) {
  const acts = useActs();
  const { data: plans } = useQuery({ ...plansQuery(acts?.clientId ?? ''), enabled: acts !== undefined });
  if (!acts || !plans) return null;
  const factfindRow = `${place.section}/${row.id}`;
  if (plans.some((plan) => plan.factfindRow === factfindRow))
    return (
      <Badge tone="green" icon={CircleCheck}>
        In plans
      </Badge>
    );
  const { with: provider, number, worth } = row;
  const given = {
    factfindRow,
    planType,
    provider: text(provider),
    planNumber: text(number),
    ...(typeof worth === 'number' && { approxValuation: worth }),
  };
  return (
    <Button
      size="xs"
      variant="ghost"
      colorPalette="gray"
      color="fg.muted"
      px="2"
      ms="-2"
      aria-label={`Add to Plans: ${sayAnswer(place.question, { v: [row] })}`}
      onClick={() => acts.addPlan(given)}
      data-screen-only
    >
      Add to Plans…
    </Button>
  );
}

/** Rows of a list. Those that are pensions or investments can be added to the plans. */
export function AnswerRows({ place, rows }: { place: Place; rows: readonly Row[] }) {
  const planType = planTypeOf(place);
  return (
    <Box as="ul" listStyleType="none">
      {rows.map((row) => (
        <li key={row.id}>
          <Words as="p">{sayAnswer(place.question, { v: [row] })}</Words>
          {planType && <PlanAct place={place} row={row} planType={planType} />}
        </li>
      ))}
    </Box>
  );
}
