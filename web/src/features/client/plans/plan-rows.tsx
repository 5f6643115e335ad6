import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import type { Plan } from '#shared/contract/journey.ts';
import type { Loa } from '#shared/contract/loas.ts';
import { anchorOf } from '#shared/rules/anchors.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { isUnderWay } from '#shared/rules/loas.ts';
import { useFocusFallback } from '../../../lib/screen/use-focus-fallback.ts';
import { DOT, formatPounds, humanise } from '../../../lib/text/format.ts';
import { LoaStateLine } from '../../../parts/loa/loa-state.tsx';
import { lazyDialog } from '../../../ui/eager/lazy-dialog.tsx';
import { RowDialogButton } from '../../../ui/overlay/dialog-host.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { Folded } from '../folded.tsx';
import { Letter } from './letter.tsx';

const EditPlanDialog = lazyDialog(() => import('./edit-plan-dialog.tsx'));

const EditPlan = ({ plan, loa }: { plan: Plan; loa: Loa | undefined }) => (
  <RowDialogButton
    ref={useFocusFallback()}
    size="xs"
    px="0"
    variant="ghost"
    colorPalette="gray"
    color="fg.muted"
    aria-label={`Edit plan ${plan.planNumber}`}
    title="Edit plan"
    dialog={(state) => <EditPlanDialog plan={plan} loa={loa} {...state} />}
  >
    <Pencil aria-hidden />
  </RowDialogButton>
);

const PlanFacts = ({ plan, loa }: { plan: Plan; loa: Loa | undefined }) => (
  <Flex align="center" columnGap="3" wrap="wrap" textStyle="sm">
    <Flex flex="1 1 10rem" minW="0" align="baseline" columnGap="2" wrap="wrap" overflowWrap="anywhere">
      <Words fontWeight="medium">{plan.provider}</Words>
      <Text as="span" color="fg.muted" textStyle="xs">
        <span>{humanise(plan.planType) + DOT}</span>
        <Words>{plan.planNumber}</Words>
      </Text>
    </Flex>
    <Flex align="center" gap="3" ms="auto">
      <Text fontVariantNumeric="tabular-nums" color={plan.approxValuation === null ? 'fg.subtle' : 'fg'}>
        {plan.approxValuation === null ? 'Not valued' : formatPounds(plan.approxValuation)}
      </Text>
      <EditPlan plan={plan} loa={loa} />
    </Flex>
  </Flex>
);

interface Props {
  plans: readonly Plan[];
  /** Undefined if they could not be read. */
  loas: readonly Loa[] | undefined;
}

/** Returns the letter of a plan, and the first plan of the list that is in it, which shows its actions. */
function letterOf({ loaId }: Plan, { plans, loas }: Props) {
  const loa = loas?.find(({ id }) => id === loaId);
  return { loa, host: plans.find((plan) => loa && plan.loaId === loa.id) };
}

function PlanLetter({ plan, ...lists }: Props & { plan: Plan }) {
  const { loa, host } = letterOf(plan, lists);
  if (!lists.loas) return null;
  if (loa && host === plan) return <Letter loa={loa} plans={lists.plans} />;
  return (
    <>
      <LoaStateLine loa={loa} />
      {host && (
        <Text key={host.id} textStyle="xs" color="fg.muted">
          In the letter for <Words>{host.planNumber}</Words>
        </Text>
      )}
    </>
  );
}

/** Letters that are of no plan any more. */
function EarlierLetters({ plans, loas = [] }: Props) {
  const earlier = loas.filter(({ id }) => !plans.some(({ loaId }) => loaId === id));
  if (earlier.length === 0) return null;
  return (
    <Folded anchors={earlier.map(({ id }) => anchorOf.loas(id))} summary={countOf(earlier.length, 'earlier letter')}>
      <Box as="ul" listStyleType="none" aria-label="Earlier letters" display="grid" gap="3">
        {earlier.map((loa) => (
          <li key={loa.id}>
            <Words fontWeight="medium" textStyle="sm">
              {loa.provider}
            </Words>
            <Letter loa={loa} plans={plans} />
          </li>
        ))}
      </Box>
    </Folded>
  );
}

const Rows = ({ shown, label, ...lists }: Props & { shown: readonly Plan[]; label: string }) => (
  <Box as="ul" listStyleType="none" aria-label={label} css={{ '& + *': { marginTop: '2' } }}>
    {shown.map((plan) => (
      <Box
        as="li"
        key={plan.id}
        py="2"
        _first={{ pt: '1' }}
        _last={{ pb: '0' }}
        _notFirst={{ borderTopWidth: '1px', borderColor: 'border.muted' }}
      >
        <PlanFacts plan={plan} loa={letterOf(plan, lists).loa} />
        <PlanLetter plan={plan} {...lists} />
      </Box>
    ))}
  </Box>
);

const isEnded = (loa: Loa | undefined) => loa !== undefined && !isUnderWay(loa.state);

/** Plans with their letters. Folds those whose letter had ended at first, so that no row folds during work on it. */
export function PlanRows(lists: Props) {
  const withEndedLetter = lists.plans.filter((plan) => isEnded(letterOf(plan, lists).loa));
  const [endedAtFirst] = useState(() => new Set(withEndedLetter.map(({ id }) => id)));
  const folded = withEndedLetter.filter(({ id }) => endedAtFirst.has(id));
  const shown = lists.plans.filter((plan) => !folded.includes(plan));
  return (
    <>
      {shown.length > 0 && <Rows {...lists} shown={shown} label="Plans" />}
      {folded.length > 0 && (
        <Folded
          anchors={folded.flatMap(({ loaId }) => (loaId === null ? [] : [anchorOf.loas(loaId)]))}
          summary={`${countOf(folded.length, 'plan')} with an ended letter`}
        >
          <Rows {...lists} shown={folded} label="Plans with an ended letter" />
        </Folded>
      )}
      <EarlierLetters {...lists} />
    </>
  );
}
