import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { Plus, SearchX, Users } from 'lucide-react';
import { useState } from 'react';
import type { ListedAdviser } from '#shared/contract/advisers.ts';
import { countOf } from '#shared/rules/words.ts';
import { advisersQuery } from '../../../parts/account/advisers.ts';
import { useMe } from '../../../parts/account/me.ts';
import { EmptyState, ErrorState } from '../../../ui/feedback/state.tsx';
import { Table, Th } from '../../../ui/layout/table.tsx';
import { DialogButton } from '../../../ui/overlay/dialog-button.tsx';
import { lazyDialog } from '../../../ui/overlay/lazy-dialog.tsx';
import { useSearch } from '../search.ts';
import { SearchField } from '../search-field.tsx';
import { AdviserRow } from './adviser-row.tsx';

const NewAdviserDialog = lazyDialog(() => import('./new-adviser-dialog.tsx'));

const AddAdviser = () => (
  <DialogButton size="sm" dialog={(state) => <NewAdviserDialog {...state} />}>
    <Plus aria-hidden />
    Add New Adviser
  </DialogButton>
);

/** What it says of clients and sign-ins changes elsewhere, so it is read whenever it is opened. */
const useAdvisers = () => useQuery({ ...advisersQuery, refetchOnMount: 'always' });
const NOBODY: readonly ListedAdviser[] = [];
const textsOf = ({ name, email, role }: ListedAdviser) => [name, email, role];

function List({ advisers }: { advisers: readonly ListedAdviser[] }) {
  const me = useMe();
  return (
    <Table label="Advisers" bleed dense fixed listBelow={56}>
      <thead>
        <tr>
          <Th>Name</Th>
          <Th>Email</Th>
          <Th width="7rem">Role</Th>
          <Th width="5.5rem">Clients</Th>
          <Th width="8rem">Last sign-in</Th>
          <Th width="8rem">Second factor</Th>
          <Th width="9.5rem">Actions</Th>
        </tr>
      </thead>
      <tbody>
        {advisers.map((adviser) => (
          <AdviserRow key={adviser.id} adviser={adviser} own={adviser.id === me.id} />
        ))}
      </tbody>
    </Table>
  );
}

function Advisers({ wanted }: { wanted: string }) {
  const { data, isPending, error, refetch } = useAdvisers();
  const found = useSearch(data ?? NOBODY, wanted, textsOf);
  if (isPending) return <Text role="status">Loading advisers...</Text>;
  if (!data) return <ErrorState title="The advisers could not be loaded" error={error} onRetry={refetch} />;
  if (found.length === 0) return <EmptyState icon={wanted ? SearchX : Users} title="No advisers found" />;
  return <List advisers={found} />;
}

function Count({ wanted }: { wanted: string }) {
  const { data = NOBODY } = useAdvisers();
  const found = useSearch(data, wanted, textsOf);
  const all = countOf(data.length, 'adviser');
  return (
    <Text role="status" textStyle="sm" color="fg.muted" flex="1 0 auto">
      {data.length > 0 && (wanted ? `${found.length} of ${all}` : all)}
    </Text>
  );
}

/** The accounts of advisers and admins (product 2). */
export function AdviserManagement() {
  const [text, setText] = useState('');
  const wanted = text.trim();
  return (
    <>
      <Flex columnGap="4" rowGap="3" mb="3" wrap="wrap" align="center">
        <SearchField label="Search advisers" value={text} onChange={setText} />
        <Count wanted={wanted} />
        <AddAdviser />
      </Flex>
      <Advisers wanted={wanted} />
    </>
  );
}
