import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { loasQuery } from '../../../parts/loa/loas.ts';
import { lazyDialog } from '../../../ui/eager/lazy-dialog.tsx';
import { ErrorState, Skeletons } from '../../../ui/eager/state.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { RowDialogButton } from '../../../ui/overlay/dialog-host.tsx';
import { useClient } from '../client-context.ts';
import { plansQuery } from '../queries.ts';
import { usePanel } from '../section-notices.tsx';
import { PlanRows } from './plan-rows.tsx';
import { AddPlan, usePlanCount } from './plans.tsx';

const LetterDialog = lazyDialog(() => import('./letter-dialog.tsx'));

function Actions() {
  const { id } = useClient().client;
  const isAny = Boolean(usePlanCount());
  return (
    <>
      {isAny && (
        <RowDialogButton size="xs" dialog={(state) => <LetterDialog clientId={id} {...state} />}>
          <Plus aria-hidden />
          Note a Letter
        </RowDialogButton>
      )}
      <AddPlan size="xs" variant={isAny ? 'outline' : 'solid'} />
    </>
  );
}

function usePlans() {
  const { id } = useClient().client;
  const plans = useQuery(plansQuery(id));
  const loas = useQuery(loasQuery(id));
  return { plans, loas, isEmpty: plans.data?.length === 0 && !loas.isPending && !loas.data?.length };
}

function List({ plans, loas }: Omit<ReturnType<typeof usePlans>, 'isEmpty'>) {
  if (!plans.data && plans.error)
    return <ErrorState title="The plans could not be loaded" error={plans.error} onRetry={plans.refetch} />;
  if (!plans.data || loas.isPending) return <Skeletons count={1} height="14" />;
  return (
    <>
      {!loas.data && (
        <Text role="alert" textStyle="sm" color="fg.error">
          The letters of authority could not be loaded.
        </Text>
      )}
      <PlanRows plans={plans.data} loas={loas.data} />
    </>
  );
}

/** Shows the client's plans, each with its letter of authority. Without plans it is one line. */
export default function PlansSection() {
  const { panel } = usePanel();
  const { isEmpty, ...read } = usePlans();
  const hint = read.plans.data && (
    <Text textStyle="sm" color="fg.muted">
      {isEmpty
        ? 'No plans yet. Add a plan first, then note its letter of authority.'
        : 'You send the letter yourself. Here you note it.'}
    </Text>
  );
  const badge = (
    <>
      {panel.badge}
      {hint}
    </>
  );
  return (
    <Panel {...panel} title="Plans & Letters" badge={badge} actions={<Actions />} pb={isEmpty ? '1' : undefined}>
      {!isEmpty && <List {...read} />}
    </Panel>
  );
}
