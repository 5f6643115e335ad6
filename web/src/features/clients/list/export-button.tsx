import { Spinner } from '@chakra-ui/react/spinner';
import { mutationOptions, useMutation } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import { londonParts } from '#shared/rules/london.ts';
import { saveFile } from '../../../lib/files/save-file.ts';
import { type Sent, send } from '../../../lib/http/api.ts';
import { ActionButton } from '../../../ui/feedback/action-button.tsx';

export type ListQuery = NonNullable<Sent<'GET /api/clients'>['query']>;

const exportList = mutationOptions({
  mutationFn: async (query: ListQuery) => {
    const file = await (await send('GET /api/clients', { query, accept: 'text/csv' })).blob();
    saveFile(file, `clients-${londonParts(new Date()).date}.csv`);
  },
  meta: {
    success: { title: 'Clients Exported', description: 'This export is in the firm’s audit log' },
    failure: { title: 'Export Failed', description: 'Failed to export the clients', server: true },
  },
});

/** Saves the listed clients as a CSV file. */
export function ExportButton({ query }: { query: ListQuery }) {
  const { mutateAsync, isPending } = useMutation(exportList);
  return (
    <ActionButton
      size="sm"
      px="0"
      minWidth="9"
      variant="outline"
      colorPalette="gray"
      aria-label={isPending ? 'Preparing the file...' : 'Export CSV'}
      title="Export CSV"
      onAction={() => mutateAsync(query)}
    >
      {isPending ? <Spinner size="xs" aria-hidden /> : <FileDown aria-hidden />}
    </ActionButton>
  );
}
