import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import type { NewPlan } from '#shared/contract/journey.ts';
import { sayAnswer, type Value } from '#shared/rules/factfind-answers.ts';
import { useFocusFallback } from '../../lib/screen/use-focus-fallback.ts';
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

/** Name of a row in the plan that it became. */
const factfindRow = ({ section }: Place, { id }: Row) => `${section}/${id}`;

interface PlanProps {
  place: Place;
  row: Row;
  planType: NewPlan['planType'];
}

type Acts = NonNullable<ReturnType<typeof useActs>>;

function AddToPlans({ place, row, planType, acts }: PlanProps & { acts: Acts }) {
  const { with: provider, number, worth } = row;
  const given = {
    factfindRow: factfindRow(place, row),
    planType,
    provider: text(provider),
    planNumber: text(number),
    ...(typeof worth === 'number' && { approxValuation: worth }),
  };
  return (
    <Button
      ref={useFocusFallback()}
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

/** Adds a row to the plans, unless it is one of them. */
function PlanAct(props: PlanProps) {
  const acts = useActs();
  const { data: plans } = useQuery({ ...plansQuery(acts?.clientId ?? ''), enabled: acts !== undefined });
  if (!acts || !plans) return null;
  const added = factfindRow(props.place, props.row);
  if (!plans.some((plan) => plan.factfindRow === added)) return <AddToPlans {...props} acts={acts} />;
  return (
    <Badge tone="green" icon={CircleCheck}>
      In plans
    </Badge>
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
