import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import type { Plan, Stage } from '#shared/contract/journey.ts';
import { humanise, once } from '../../../lib/text/format.ts';
import { DialogButton, lazyDialog } from '../../../ui/eager/lazy-dialog.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { DeleteButton } from '../delete-button.tsx';
import { deletePlan, plansQuery } from './queries.ts';

const pounds = once(
  () => new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP', maximumFractionDigits: 0 }),
);

const PlanDialog = lazyDialog(() => import('./plan-dialog.tsx'));

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

const PlanRow = ({ plan }: { plan: Plan }) => (
  <Flex as="li" align="center" gap="3" textStyle="sm" py="0.5">
    <Box flex="1" minW="0" overflowWrap="anywhere">
      <Words fontWeight="medium">{plan.provider}</Words>
      <Text as="span" color="fg.muted" textStyle="xs" display="block">
        <span>{`${humanise(plan.planType)} ·`}</span> <Words>{plan.planNumber}</Words>
      </Text>
    </Box>
    <Text fontVariantNumeric="tabular-nums" color={plan.approxValuation === null ? 'fg.subtle' : 'fg'}>
      {plan.approxValuation === null ? 'Not valued' : pounds().format(plan.approxValuation)}
    </Text>
    <DeletePlan plan={plan} />
  </Flex>
);

function PlanList({ stage }: { stage: Stage }) {
  const { data, isError } = useQuery(plansQuery(stage.id));
  if (isError && !data)
    return (
      <Text role="alert" textStyle="sm" color="fg.error">
        The plans could not be loaded.
      </Text>
    );
  if (!data?.length)
    return (
      <Text textStyle="sm" color="fg.muted">
        {data ? 'No plans yet.' : 'Loading...'}
      </Text>
    );
  return (
    <Box as="ul" listStyleType="none" aria-label="Plans">
      {data.map((plan) => (
        <PlanRow key={plan.id} plan={plan} />
      ))}
    </Box>
  );
}

export const Plans = ({ stage }: { stage: Stage }) => (
  <Box bg="bg.subtle" borderWidth="1px" borderColor="border.muted" borderRadius="l2" px="3" py="2" mt="1" mb="2">
    <Flex justify="space-between" align="center" mb="1">
      <Text textStyle="xs" fontWeight="semibold" color="fg.muted">
        Plans
      </Text>
      <DialogButton size="2xs" variant="ghost" dialog={(state) => <PlanDialog stage={stage} {...state} />}>
        <Plus aria-hidden />
        Add Plan
      </DialogButton>
    </Flex>
    <PlanList stage={stage} />
  </Box>
);
