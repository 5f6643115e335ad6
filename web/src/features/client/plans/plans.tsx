import { Button } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import { ArrowDown, Plus } from 'lucide-react';
import { countOf } from '#shared/rules/counted-words.ts';
import { type DialogButtonProps, lazyDialog } from '../../../ui/eager/lazy-dialog.tsx';
import { RowDialogButton } from '../../../ui/overlay/dialog-host.tsx';
import { useClient } from '../client-context.ts';
import { scrollToElement } from '../navigation.ts';
import { plansQuery } from '../queries.ts';

const PlanDialog = lazyDialog(() => import('../../../parts/plan/plan-dialog.tsx'));

export function AddPlan(button: Omit<DialogButtonProps, 'dialog'>) {
  const { id } = useClient().client;
  return (
    <RowDialogButton {...button} dialog={(state) => <PlanDialog clientId={id} {...state} />}>
      <Plus aria-hidden />
      Add Plan
    </RowDialogButton>
  );
}

/** Returns the number of the client's plans; undefined until they are read. */
export function usePlanCount(): number | undefined {
  const { id } = useClient().client;
  // Only the section that reports a failed request retries it on mount.
  const { data } = useQuery({ ...plansQuery(id), select: ({ length }) => length, retryOnMount: false });
  return data;
}

/** Says how many plans there are, and leads to their section. */
export function ShowPlans() {
  const count = usePlanCount();
  if (!count) return null;
  const text = countOf(count, 'plan');
  return (
    <Button
      size="2xs"
      px="1.5"
      variant="ghost"
      colorPalette="gray"
      aria-label={`Show ${text}`}
      onClick={() => scrollToElement('loas')}
    >
      <span>{text}</span>
      <ArrowDown aria-hidden />
    </Button>
  );
}
