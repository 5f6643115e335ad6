import { Button } from '@chakra-ui/react/button';
import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useMe } from '../session/queries.ts';

const AddClientDialog = lazy(() => import('./add-client-dialog.tsx'));

/** The button that opens the dialog to add a client. */
export function AddClient() {
  const [open, setOpen] = useState<boolean>();
  const isAdmin = useMe().role === 'admin';
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Plus aria-hidden />
        Add Client
      </Button>
      <Suspense>
        {open !== undefined && <AddClientDialog open={open} onClose={() => setOpen(false)} isAdmin={isAdmin} />}
      </Suspense>
    </>
  );
}
