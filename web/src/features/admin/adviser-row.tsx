import { Flex } from '@chakra-ui/react/flex';
import { LockKeyhole, LockKeyholeOpen, ShieldCheck, UserRound } from 'lucide-react';
import type { ListedAdviser } from '#shared/contract/advisers.ts';
import { ADVISER_MESSAGES } from '#shared/rules/people.ts';
import { humanise } from '../../lib/format.ts';
import { useFocusFallback } from '../../lib/use-focus-fallback.ts';
import { Badge } from '../../ui/badge.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { Td } from '../../ui/table.tsx';
import { Words } from '../../ui/words.tsx';

const EditAdviserDialog = lazyDialog(() => import('./edit-adviser-dialog.tsx'));
const ResetFactorDialog = lazyDialog(() => import('./reset-factor-dialog.tsx'));
const DeleteAdviserDialog = lazyDialog(() => import('./delete-adviser-dialog.tsx'));

const ResetFactor = ({ adviser }: { adviser: ListedAdviser }) => (
  <DialogButton
    ref={useFocusFallback()}
    size="xs"
    variant="outline"
    aria-label={`Reset second factor of ${adviser.name}`}
    dialog={(state) => <ResetFactorDialog adviser={adviser} {...state} />}
  >
    Reset second factor
  </DialogButton>
);

const Actions = ({ adviser, own }: { adviser: ListedAdviser; own: boolean }) => (
  <Flex gap="2" wrap="wrap">
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
    {adviser.secondFactor && !own && <ResetFactor adviser={adviser} />}
  </Flex>
);

/** An account; one's own cannot be deleted (product 2). */
export const AdviserRow = ({ adviser, own }: { adviser: ListedAdviser; own: boolean }) => (
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
    <Td label="Second factor">
      <Badge tone={adviser.secondFactor ? 'green' : 'gray'} icon={adviser.secondFactor ? LockKeyhole : LockKeyholeOpen}>
        {adviser.secondFactor ? 'Set up' : 'None'}
      </Badge>
    </Td>
    <Td label="Actions">
      <Actions adviser={adviser} own={own} />
    </Td>
  </tr>
);
