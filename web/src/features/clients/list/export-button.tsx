import { Spinner } from '@chakra-ui/react/spinner';
import { mutationOptions, useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { londonParts } from '#shared/rules/london.ts';
import { saveFile } from '../../../lib/files/save-file.ts';
import { send } from '../../../lib/http/api.ts';
import { useTicked } from '../../../parts/selection/selection-store.ts';
import { ActionButton } from '../../../ui/feedback/action-button.tsx';

const exportList = (detail: string | undefined) =>
  mutationOptions({
    mutationFn: async (address: string) => {
      const query = Object.fromEntries(new URLSearchParams(address));
      const file = await (await send('GET /api/clients', { query, accept: 'text/csv' })).blob();
      saveFile(file, `clients-${londonParts(new Date()).date}.csv`);
    },
    meta: {
      success: {
        title: 'Clients Exported',
        description: 'This export is in the firm’s audit log',
        offer: () => (detail ? { detail } : {}),
      },
      failure: { title: 'Export Failed', description: 'Failed to export the clients', server: true },
    },
  });

/** Saves all clients of a list, ticked or not, as a CSV file. `query` is the list's address. */
export function ExportButton({ query }: { query: string }) {
  const { listed, ticked } = useTicked();
  const isPart = ticked > 0 && ticked < listed;
  const label = isPart ? `Export CSV of All ${listed}` : 'Export CSV';
  const { mutateAsync, isPending } = useMutation(
    exportList(isPart ? `The file has all ${listed} clients of the list, not only the selected ones.` : undefined),
  );
  return (
    <ActionButton
      size="sm"
      px="0"
      minWidth="9"
      variant="outline"
      colorPalette="gray"
      aria-label={isPending ? 'Preparing the file...' : label}
      title={label}
      onAction={() => mutateAsync(query)}
    >
      {isPending ? <Spinner size="xs" aria-hidden /> : <Download aria-hidden />}
    </ActionButton>
  );
}
