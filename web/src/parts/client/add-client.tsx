import { Box } from '@chakra-ui/react/box';
import { Plus, UserPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { DialogButton, lazyDialog } from '../../ui/eager/lazy-dialog.tsx';
import { EmptyState } from '../../ui/eager/state.tsx';

export const AddClientDialog = lazyDialog(() => import('../dialogs/add-client-dialog.tsx'));

export const AddClient = () => (
  <DialogButton dialog={(state) => <AddClientDialog {...state} />}>
    <Plus aria-hidden />
    Add Client
  </DialogButton>
);

/** Empty list of a firm without clients. */
export const NoClients = ({ title, children }: { title: string; children?: ReactNode }) => (
  <EmptyState icon={UserPlus} title={title}>
    {children}
    <Box mt="2">
      <AddClient />
    </Box>
  </EmptyState>
);
