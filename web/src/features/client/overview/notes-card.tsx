import { Flex } from '@chakra-ui/react/flex';
import { LockKeyhole, Pencil } from 'lucide-react';
import { Panel } from '../../../ui/layout/panel.tsx';
import { DialogButton } from '../../../ui/overlay/dialog-button.tsx';
import { lazyDialog } from '../../../ui/overlay/lazy-dialog.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { useClient } from '../client-context.ts';

const NotesDialog = lazyDialog(() => import('./notes-dialog.tsx'));

/** The advisers' own notes on the client, which the client never sees (product 6). */
export function NotesCard() {
  const { description } = useClient().client;
  return (
    <Panel
      title="Client Notes"
      alignSelf="stretch"
      display="flex"
      flexDirection="column"
      actions={
        <DialogButton variant="ghost" size="xs" aria-label="Edit notes" dialog={(state) => <NotesDialog {...state} />}>
          <Pencil aria-hidden />
          Edit
        </DialogButton>
      }
      borderInlineStartWidth="4px"
      borderInlineStartColor="brand.border"
    >
      <Words
        as="p"
        whiteSpace="pre-wrap"
        overflowY="auto"
        maxH="56"
        textStyle="sm"
        color={description ? 'fg' : 'fg.subtle'}
      >
        {description ?? 'No notes yet. What you write here is for advisers only.'}
      </Words>
      <Flex align="center" gap="1.5" textStyle="xs" color="fg.subtle" mt="auto" pt="3">
        <LockKeyhole size={13} aria-hidden />
        Visible to advisers only
      </Flex>
    </Panel>
  );
}
