import { Flex } from '@chakra-ui/react/flex';
import { ShieldCheck, UserRound } from 'lucide-react';
import type { Adviser } from '#shared/contract/advisers.ts';
import { ADVISER_MESSAGES } from '#shared/rules/people.ts';
import { humanise } from '../../lib/format.ts';
import { useFocusFallback } from '../../lib/use-focus-fallback.ts';
import { Badge } from '../../ui/badge.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { Td } from '../../ui/table.tsx';
import { Words } from '../../ui/words.tsx';

const EditAdviserDialog = lazyDialog(() => import('./edit-adviser-dialog.tsx'));
const DeleteAdviserDialog = lazyDialog(() => import('./delete-adviser-dialog.tsx'));

const Actions = ({ adviser, own }: { adviser: Adviser; own: boolean }) => (
  <Flex gap="2">
    <DialogButton
      size="xs"
      variant="outline"
      aria-label={`Edit ${adviser.name}`}
      dialog={(state) => <EditAdviserDialog adviser={adviser} {...state} />}
    >
      Edit
    </DialogButton>
    <DialogButton
      ref={useFocusFallback()}
      size="xs"
      variant="outline"
      colorPalette="red"
      aria-label={`Delete ${adviser.name}`}
      disabled={own}
      title={own ? ADVISER_MESSAGES.ownAccount : undefined}
      dialog={(state) => <DeleteAdviserDialog adviser={adviser} {...state} />}
    >
      Delete
    </DialogButton>
  </Flex>
);

/** An account; one's own cannot be deleted (product 2). */
export const AdviserRow = ({ adviser, own }: { adviser: Adviser; own: boolean }) => (
  <tr>
    <Td label="Name" fontWeight="medium">
      <Words>{adviser.name}</Words>
      {own && ' (you)'}
    </Td>
    <Td label="Email" color="fg.muted">
      {adviser.email}
    </Td>
    <Td label="Role">
      <Badge
        tone={adviser.role === 'admin' ? 'brand' : 'gray'}
        icon={adviser.role === 'admin' ? ShieldCheck : UserRound}
      >
        {humanise(adviser.role)}
      </Badge>
    </Td>
    <Td label="Actions">
      <Actions adviser={adviser} own={own} />
    </Td>
  </tr>
);
