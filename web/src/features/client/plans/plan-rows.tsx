import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { useMutation } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import type { Plan } from '#shared/contract/journey.ts';
import type { Loa } from '#shared/contract/loas.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { anchorOf } from '#shared/rules/notices.ts';
import { formatPounds, humanise } from '../../../lib/text/format.ts';
import { LoaState } from '../../../parts/loa/loa-state.tsx';
import { lazyDialog } from '../../../ui/eager/lazy-dialog.tsx';
import { Skeletons } from '../../../ui/eager/state.tsx';
import { RowDialogButton } from '../../../ui/overlay/dialog-host.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { DeleteButton } from '../delete-button.tsx';
import { Folded } from '../folded.tsx';
import { Letter } from './letter.tsx';
import { deletePlan } from './queries.ts';

const EditPlanDialog = lazyDialog(async () => ({ default: (await import('./plan-dialog.tsx')).EditPlanDialog }));

const EditPlan = ({ plan }: { plan: Plan }) => (
  <RowDialogButton
    size="xs"
    px="0"
    me="-3"
    variant="ghost"
    colorPalette="gray"
    color="fg.muted"
    aria-label={`Edit plan ${plan.planNumber}`}
    title="Edit plan"
    dialog={(state) => <EditPlanDialog plan={plan} {...state} />}
  >
    <Pencil aria-hidden />
  </RowDialogButton>
);

function DeletePlan({ plan }: { plan: Plan }) {
  const { mutateAsync } = useMutation(deletePlan);
  return (
    <DeleteButton
      kind="Plan"
      name={plan.planNumber}
      text={
        <span>
          The plan <Words>{plan.planNumber}</Words> with <Words>{plan.provider}</Words> will be removed. This action
          cannot be undone.
        </span>
      }
      onDelete={() => mutateAsync({ params: { id: plan.id } })}
    />
  );
}

const PlanFacts = ({ plan }: { plan: Plan }) => (
  <Flex align="center" gap="3" textStyle="sm">
    <Box flex="1" minW="0" overflowWrap="anywhere">
      <Words fontWeight="medium">{plan.provider}</Words>
      <Text as="span" color="fg.muted" textStyle="xs" display="block">
        <span>{`${humanise(plan.planType)} ·`}</span> <Words>{plan.planNumber}</Words>
      </Text>
    </Box>
    <Text fontVariantNumeric="tabular-nums" color={plan.approxValuation === null ? 'fg.subtle' : 'fg'}>
      {plan.approxValuation === null ? 'Not valued' : formatPounds(plan.approxValuation)}
    </Text>
    <EditPlan plan={plan} />
    <DeletePlan plan={plan} />
  </Flex>
);

interface Props {
  plans: readonly Plan[];
  /** Undefined until they are read. */
  loas: readonly Loa[] | undefined;
  /** True if they could not be read. */
  isFailed: boolean;
}

/** Returns the letter of a plan, and the first plan of the list that is in it, which shows its actions. */
function letterOf({ loaId }: Plan, { plans, loas }: Props) {
  const loa = loas?.find(({ id }) => id === loaId);
  return { loa, host: plans.find((plan) => loa && plan.loaId === loa.id) };
}

function PlanLetter({ plan, ...lists }: Props & { plan: Plan }) {
  const { loa, host } = letterOf(plan, lists);
  if (!lists.loas) return !lists.isFailed && <Skeletons count={1} height="4.5" width="12rem" />;
  if (loa && host === plan) return <Letter loa={loa} plans={lists.plans} />;
  return (
    <>
      <LoaState loa={loa} />
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

/** Plans of stage 2.2, each with its letter of authority. */
export default function PlanRows(lists: Props) {
  return (
    <>
      <Box as="ul" listStyleType="none" aria-label="Plans">
        {lists.plans.map((plan) => (
          <Box as="li" key={plan.id} py="2" _notFirst={{ borderTopWidth: '1px', borderColor: 'border.muted' }}>
            <PlanFacts plan={plan} />
            <Box mt="1">
              <PlanLetter plan={plan} {...lists} />
            </Box>
          </Box>
        ))}
      </Box>
      <EarlierLetters {...lists} />
    </>
  );
}
