import { Spinner } from '@chakra-ui/react/spinner';
import { Text } from '@chakra-ui/react/text';
import { mutationOptions, useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { MOST_EXPORTED } from '#shared/rules/client-list.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { londonParts } from '#shared/rules/london.ts';
import { saveFile } from '../../../lib/files/save-file.ts';
import { send } from '../../../lib/http/api.ts';
import { queryClient } from '../../../lib/query/query.ts';
import { advisersQuery } from '../../../parts/account/advisers.ts';
import { useMe } from '../../../parts/account/me.ts';
import { statsQuery } from '../../../parts/client/clients.ts';
import { useTicked } from '../../../parts/selection/selection-store.ts';
import { ActionButton } from '../../../ui/feedback/action-button.tsx';

type Query = Record<string, string>;

const read = (query: Query) => send('GET /api/clients', { query, accept: 'text/csv' });

/** Exports a list that one answer cannot hold, adviser by adviser. `onPart` gets how many of them are done. */
async function readByAdviser(query: Query, onPart: (done: number, all: number) => void): Promise<Blob> {
  const advisers = await queryClient.fetchQuery(advisersQuery);
  const parts: string[] = [];
  for (const { id } of advisers) {
    onPart(parts.length, advisers.length);
    // Decoding drops the byte order mark.
    const text = await (await read({ ...query, adviser: id })).text();
    parts.push(parts.length === 0 ? `\uFEFF${text}` : text.slice(text.indexOf('\r\n') + 2));
  }
  return new Blob(parts, { type: 'text/csv' });
}

/** Returns true for an admin's list of more clients than one answer holds. */
async function isTooLarge({ adviser }: Query): Promise<boolean> {
  if (adviser !== undefined) return false;
  return (await queryClient.fetchQuery(statsQuery)).totalClients > MOST_EXPORTED;
}

type OnPart = Parameters<typeof readByAdviser>[1];

const exportList = (isAdmin: boolean, onPart: OnPart, detail: string | undefined) =>
  mutationOptions({
    mutationFn: async (address: string) => {
      const query = Object.fromEntries(new URLSearchParams(address));
      const inParts = isAdmin && (await isTooLarge(query));
      const file = inParts ? await readByAdviser(query, onPart) : await (await read(query)).blob();
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
  const isAdmin = useMe().role === 'admin';
  const [part, setPart] = useState('');
  const onPart: OnPart = (done, all) => setPart(`${done} of ${countOf(all, 'adviser')}`);
  const detail = isPart ? `The file has all ${listed} clients of the list, not only the selected ones.` : undefined;
  const { mutateAsync, isPending } = useMutation(exportList(isAdmin, onPart, detail));
  return (
    <ActionButton
      size="sm"
      px="0"
      minWidth="9"
      variant="outline"
      colorPalette="gray"
      aria-label={isPending ? ['Preparing the file...', part].filter(Boolean).join(' ') : label}
      title={label}
      onAction={() => mutateAsync(query).finally(() => setPart(''))}
    >
      {isPending ? <Spinner size="xs" aria-hidden /> : <Download aria-hidden />}
      {part && (
        <Text textStyle="xs" px="1" aria-hidden>
          {part}
        </Text>
      )}
    </ActionButton>
  );
}
