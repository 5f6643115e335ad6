import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { Mail, Plus } from 'lucide-react';
import { Suspense } from 'react';
import type { Stage } from '#shared/contract/journey.ts';
import { loasQuery } from '../../../parts/loa/loas.ts';
import { lazyDialog } from '../../../ui/eager/lazy-dialog.tsx';
import { lazyPart } from '../../../ui/eager/lazy-part.tsx';
import { NotLoaded, Skeletons } from '../../../ui/eager/state.tsx';
import { RowDialogButton } from '../../../ui/overlay/dialog-host.tsx';
import { plansQuery } from '../queries.ts';

const PlanDialog = lazyDialog(() => import('./plan-dialog.tsx'));
const LetterDialog = lazyDialog(() => import('./letter-dialog.tsx'));
const PlanRows = lazyPart(() => import('./plan-rows.tsx'), NotLoaded);

const Failed = ({ children }: { children: string }) => (
  <Text role="alert" textStyle="sm" color="fg.error">
    {children}
  </Text>
);

function PlanList({ stage: { id, clientId } }: { stage: Stage }) {
  const plans = useQuery(plansQuery(id));
  const loas = useQuery(loasQuery(clientId));
  if (plans.isError && !plans.data) return <Failed>The plans could not be loaded.</Failed>;
  if (!plans.data)
    return (
      <Text textStyle="sm" color="fg.muted">
        Loading...
      </Text>
    );
  if (plans.data.length === 0 && !loas.data?.length)
    return (
      <Text textStyle="sm" color="fg.muted">
        No plans yet.
      </Text>
    );
  return (
    <Suspense fallback={<Skeletons count={plans.data.length} height="16" mb="1" />}>
      {loas.isError && !loas.data && <Failed>The letters of authority could not be loaded.</Failed>}
      <PlanRows plans={plans.data} loas={loas.data} isFailed={loas.isError} />
    </Suspense>
  );
}

function LetterButton({ stage }: { stage: Stage }) {
  const { data: plans = [] } = useQuery(plansQuery(stage.id));
  return (
    plans.length > 0 && (
      <RowDialogButton
        size="2xs"
        variant="ghost"
        aria-label="Note a Letter of Authority"
        dialog={(state) => <LetterDialog clientId={stage.clientId} {...state} />}
      >
        <Mail aria-hidden />
        Letter of Authority
      </RowDialogButton>
    )
  );
}

export const Plans = ({ stage }: { stage: Stage }) => (
  <Box bg="bg.subtle" borderWidth="1px" borderColor="border.muted" borderRadius="l2" px="3" py="2" mt="1" mb="2">
    <Flex justify="space-between" align="center" mb="1" wrap="wrap">
      <Text textStyle="xs" fontWeight="semibold" color="fg.muted">
        Plans
      </Text>
      <Flex wrap="wrap" justify="end" ms="auto">
        <LetterButton stage={stage} />
        <RowDialogButton size="2xs" variant="ghost" dialog={(state) => <PlanDialog stageId={stage.id} {...state} />}>
          <Plus aria-hidden />
          Add Plan
        </RowDialogButton>
      </Flex>
    </Flex>
    <PlanList stage={stage} />
  </Box>
);
