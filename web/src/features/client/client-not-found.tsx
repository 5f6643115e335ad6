import { Button } from '@chakra-ui/react/button';
import { Text } from '@chakra-ui/react/text';
import { Trash2, UserRoundX } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../lib/navigation/paths.ts';
import { EmptyState } from '../../ui/feedback/state.tsx';
import { Page } from '../../ui/layout/page.tsx';

const ToAllClients = () => (
  <Button asChild mt="2" size="sm" variant="outline">
    <Link to={paths.clients}>All Clients</Link>
  </Button>
);

/** Stands in for a client that is not there, or not this adviser's. */
export const ClientNotFound = () => (
  <Page title="Client not found">
    <EmptyState icon={UserRoundX} title="There is no such client">
      <Text>It may have been deleted or reassigned to another adviser.</Text>
      <ToAllClients />
    </EmptyState>
  </Page>
);

/** Stands in for a client whose deletion is under way or was interrupted, and says how to finish it. */
export const ClientBeingDeleted = ({ message }: { message: string | undefined }) => (
  <Page title="Client">
    <EmptyState icon={Trash2} title="This client cannot be opened">
      <Text>{message}</Text>
      <ToAllClients />
    </EmptyState>
  </Page>
);
