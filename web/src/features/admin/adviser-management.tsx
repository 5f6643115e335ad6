import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { Plus, Users } from 'lucide-react';
import { useMe } from '../../parts/me.ts';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, ErrorState } from '../../ui/state.tsx';
import { Table, Th } from '../../ui/table.tsx';
import { AdviserRow } from './adviser-row.tsx';
import { advisersQuery } from './queries.ts';

const NewAdviserDialog = lazyDialog(() => import('./new-adviser-dialog.tsx'));

const AddAdviser = () => (
  <DialogButton size="sm" dialog={(state) => <NewAdviserDialog {...state} />}>
    <Plus aria-hidden />
    Add New Adviser
  </DialogButton>
);

function Advisers() {
  const { data, isPending, error, refetch } = useQuery(advisersQuery);
  const me = useMe();
  if (isPending) return <Text role="status">Loading advisers...</Text>;
  if (error) return <ErrorState title="The advisers could not be loaded" error={error} onRetry={refetch} />;
  if (data.length === 0) return <EmptyState icon={Users} title="No advisers found" />;
  return (
    <Table label="Advisers" bleed fixed listBelow={56}>
      <thead>
        <tr>
          <Th>Name</Th>
          <Th>Email</Th>
          <Th width="8.5rem">Role</Th>
          <Th width="9.5rem">Second factor</Th>
          <Th width="12rem">Actions</Th>
        </tr>
      </thead>
      <tbody>
        {data.map((adviser) => (
          <AdviserRow key={adviser.id} adviser={adviser} own={adviser.id === me.id} />
        ))}
      </tbody>
    </Table>
  );
}

/** The accounts of advisers and admins (product 2). */
export const AdviserManagement = () => (
  <Panel tabIndex={-1} title="Adviser Management" actions={<AddAdviser />}>
    <Advisers />
  </Panel>
);
