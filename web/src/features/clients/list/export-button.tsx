import { Spinner } from '@chakra-ui/react/spinner';
import { Text } from '@chakra-ui/react/text';
import { mutationOptions, useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { countOf } from '#shared/rules/counted-words.ts';
import { londonParts } from '#shared/rules/london.ts';
import { saveFile } from '../../../lib/files/save-file.ts';
import { type Reach, useReach } from '../../../parts/account/reach.ts';
import { useTicked } from '../../../parts/selection/selection-store.ts';
import { ActionButton } from '../../../ui/feedback/action-button.tsx';

type OnPart = (done: number, all: number) => void;

const exportList = (reach: Reach, onPart: OnPart, detail: string | undefined) =>
  mutationOptions({
    mutationFn: async (address: string) => {
      const { exportedFile } = await import('./export-file.ts');
      const file = await exportedFile(Object.fromEntries(new URLSearchParams(address)), reach, onPart);
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

interface Props {
  /** Address of the list. */
  query: string;
  /** False if the list has more clients than are loaded. */
  isWhole: boolean;
}

/** Saves all clients of a list, loaded and ticked or not, as a CSV file. */
export function ExportButton({ query, isWhole }: Props) {
  const { listed, ticked } = useTicked();
  const isPart = isWhole && ticked > 0 && ticked < listed;
  const label = isPart ? `Export CSV of All ${listed}` : 'Export CSV';
  const reach = useReach();
  const [part, setPart] = useState('');
  const onPart: OnPart = (done, all) => setPart(`${done} of ${countOf(all, 'adviser')}`);
  const detail = isPart ? `The file has all ${listed} clients of the list, not only the selected ones.` : undefined;
  const { mutateAsync, isPending } = useMutation(exportList(reach, onPart, detail));
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
