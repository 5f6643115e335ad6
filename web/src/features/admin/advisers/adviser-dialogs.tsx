import { Text } from '@chakra-ui/react/text';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import * as z from 'zod/mini';
import { type Adviser, adviserChange, invitation, registration } from '#shared/contract/advisers.ts';
import { INVITATION_LINK } from '#shared/rules/lifetimes.ts';
import { PASSWORD_MIN } from '#shared/rules/limits.ts';
import { ROLES } from '#shared/rules/people.ts';
import { fold } from '#shared/rules/search.ts';
import { useCurrent } from '../../../lib/query/use-current.ts';
import { humanise } from '../../../lib/text/format.ts';
import { advisersQuery } from '../../../parts/account/advisers.ts';
import { settingsQuery } from '../../../parts/settings.ts';
import type { DialogState } from '../../../ui/eager/lazy-dialog.tsx';
import { EmailField } from '../../../ui/form/email-field.tsx';
import { SelectField, TextField } from '../../../ui/form/fields.tsx';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { Checkbox } from '../../../ui/form/tick.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { deletedNotice } from '../../../ui/overlay/notice.ts';
import { Words } from '../../../ui/text/words.tsx';
import { createAdviser, inviteAdviser, resetSecondFactor, updateAdviser } from '../queries.ts';

interface AdviserFieldsProps {
  adviser?: Adviser;
  /** Hint for a password that may be left blank. */
  passwordHint?: string;
  /** Set if an invitation lets the person choose the password. */
  invites?: boolean;
  children?: ReactNode;
}

const OPTIONS = ROLES.map((role) => ({ value: role, label: humanise(role) }));

/** Returns the shortest password that an admin may set: longer if the firm refuses common ones. */
const useShortest = () => {
  const { data: isStrict } = useQuery({ ...settingsQuery, select: ({ staff }) => staff.refuseCommonPasswords });
  return isStrict ? PASSWORD_MIN.own : PASSWORD_MIN.byAdmin;
};

function AdviserFields({ adviser, passwordHint, invites = false, children }: AdviserFieldsProps) {
  const shortest = useShortest();
  return (
    <>
      <TextField name="name" label="Name" defaultValue={adviser?.name} required />
      <EmailField defaultValue={adviser?.email} />
      <PasswordField
        name="password"
        label="Password"
        hint={passwordHint ?? `At least ${shortest} characters`}
        autoComplete="new-password"
        required={!passwordHint}
        disabled={invites}
      />
      {children}
      <SelectField name="role" label="Role" defaultValue={adviser?.role ?? 'adviser'} options={OPTIONS} required />
    </>
  );
}

/** Changes an account; an empty password is not sent. */
export function EditAdviserDialog({ adviser, ...dialog }: DialogState & { adviser: Adviser }) {
  const { mutateAsync } = useMutation(updateAdviser);
  const { isGone } = useCurrent(advisersQuery, adviser);
  return (
    <FormDialog
      {...dialog}
      title="Edit Adviser"
      notice={isGone ? deletedNotice('account') : undefined}
      draft={`adviser/${adviser.id}`}
      schema={adviserChange}
      onSubmit={({ password, ...rest }) =>
        mutateAsync({ params: { id: adviser.id }, body: password ? { ...rest, password } : rest })
      }
      submitLabel="Update Adviser"
      busyLabel="Updating..."
    >
      <AdviserFields adviser={adviser} passwordHint="Leave password blank to keep current password." />
    </FormDialog>
  );
}

export function NewAdviserDialog({ open, onClose }: DialogState) {
  const { mutateAsync: create } = useMutation(createAdviser);
  const { mutateAsync: invite } = useMutation(inviteAdviser);
  const [invites, setInvites] = useState(false);
  const close = () => {
    setInvites(false);
    onClose();
  };
  const dialog = { open, onClose: close, title: 'Add New Adviser', draft: 'new-adviser' };
  const fields = (
    <AdviserFields invites={invites}>
      <Checkbox
        checked={invites}
        onChange={setInvites}
        label="Send an invitation instead"
        hint={`The person gets a link to finish setting up the account. It works once, within ${INVITATION_LINK.words}.`}
      />
    </AdviserFields>
  );
  // One component in the same position, so that typed values survive a change of the checkbox.
  return invites ? (
    <FormDialog
      {...dialog}
      schema={invitation}
      onSubmit={(body) => invite({ body })}
      submitLabel="Send Invitation"
      busyLabel="Sending..."
    >
      {fields}
    </FormDialog>
  ) : (
    <FormDialog
      {...dialog}
      schema={registration}
      onSubmit={(body) => create({ body })}
      submitLabel="Create Adviser"
      busyLabel="Creating..."
    >
      {fields}
    </FormDialog>
  );
}

/** Schema of the retyped name. Folded, because nobody sees double spaces or types curly apostrophes. */
const nameOf = (name: string) =>
  z.object({ name: z.string().check(z.refine((typed) => fold(typed) === fold(name), `Type “${name}” to confirm`)) });

/** Confirms, by the person's name, that the second factors they lost are removed. */
export function ResetFactorDialog({ adviser: { id, name }, ...dialog }: DialogState & { adviser: Adviser }) {
  const { mutateAsync } = useMutation(resetSecondFactor);
  return (
    <FormDialog
      {...dialog}
      title="Reset Second Factor"
      schema={nameOf(name)}
      onSubmit={() => mutateAsync({ params: { id } })}
      submitLabel="Reset Second Factor"
      busyLabel="Resetting..."
      needs={['name']}
    >
      <Text color="fg.muted">
        This removes the passkeys, authenticator app and recovery codes of <Words>{name}</Words> and signs out all their
        browsers. After that, their password alone signs in. They and the other admins are told by email.
      </Text>
      <Text color="fg.muted">Make sure that this person really asked you: phone them, don’t reply to an email.</Text>
      <TextField name="name" label="Type the person’s name to confirm" required />
    </FormDialog>
  );
}
