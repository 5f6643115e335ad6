import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Client } from '#shared/contract/clients.ts';
import { countOf, listOf } from '#shared/rules/counted-words.ts';
import { INITIAL_STAGE, TOP_STAGES } from '#shared/rules/journey.ts';
import { sayDay } from '#shared/rules/say-date.ts';
import { fold } from '#shared/rules/search.ts';
import { Input } from '../../ui/eager/controls.tsx';
import type { DialogState } from '../../ui/eager/lazy-dialog.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { Words } from '../../ui/text/words.tsx';
import { documentsQuery } from '../document/documents.ts';
import { loasQuery } from '../loa/loas.ts';

const TEXT =
  'Are you sure you want to delete this client? This will permanently remove the client and all their journey data. This action cannot be undone.';

/** First stages, in which a deletion loses little. */
const EARLY = [INITIAL_STAGE, TOP_STAGES[0]?.title];

export type Deleted = Pick<Client, 'id' | 'name' | 'completed' | 'currentStage' | 'createdAt'>;

/** Returns what is deleted with a client; undefined until it is known. A failed read counts as something. */
function useContents({ id, completed, currentStage, createdAt }: Deleted, open: boolean) {
  const documents = useQuery({ ...documentsQuery(id), enabled: open });
  const letters = useQuery({ ...loasQuery(id), enabled: open });
  if (documents.isPending || letters.isPending) return undefined;
  const files = documents.data?.length ?? 0;
  const loas = letters.data?.length ?? 0;
  const listed = [
    ...(files > 0 ? [countOf(files, 'document')] : []),
    ...(loas > 0 ? [`${countOf(loas, 'letter')} of authority`] : []),
    'all messages',
    `an audit log since ${sayDay(createdAt)}`,
  ];
  const needsName = completed || !EARLY.includes(currentStage) || documents.data?.length !== 0;
  const isKnown = documents.data && letters.data;
  return {
    needsName,
    sentence: isKnown && `With ${listOf(listed)}.`,
  };
}

interface FieldProps {
  name: string;
  value: string;
  onChange: (value: string) => void;
}

function NameField({ name, value, onChange }: FieldProps) {
  const id = useId();
  return (
    <>
      <Text asChild display="block" textStyle="sm" mt="4" mb="1.5">
        <label htmlFor={id}>
          <span>Type</span> <Words fontWeight="semibold">{name}</Words> <span>to confirm</span>
        </label>
      </Text>
      <Input id={id} autoComplete="off" value={value} onChange={({ target }) => onChange(target.value)} />
    </>
  );
}

interface Props extends DialogState {
  client: Deleted;
  onConfirm: () => Promise<unknown>;
}

/** Confirms the deletion of a client. The name must be typed if more than a beginning would be lost. */
export function DeleteClientQuestion({ client, ...dialog }: Props) {
  const [typed, setTyped] = useState('');
  const contents = useContents(client, dialog.open);
  const isNamed = !contents?.needsName || fold(typed) === fold(client.name);
  return (
    <ConfirmDialog
      {...dialog}
      title="Delete Client"
      confirmLabel="Delete"
      busyLabel="Deleting..."
      danger
      disabled={!contents || !isNamed}
      extra={contents?.needsName && <NameField name={client.name} value={typed} onChange={setTyped} />}
    >
      <Words display="block" mb="2" color="fg" fontWeight="semibold">
        {client.name}
      </Words>
      <span>{TEXT}</span>
      {contents?.sentence && (
        <Text as="span" display="block" mt="2">
          {contents.sentence}
        </Text>
      )}
    </ConfirmDialog>
  );
}
