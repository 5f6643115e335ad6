import { Text } from '@chakra-ui/react/text';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
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
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { deletedNotice } from '../../../ui/overlay/notice.ts';
import { Words } from '../../../ui/text/words.tsx';
import { createAdviser, inviteAdviser, resetSecondFactor, updateAdviser } from '../queries.ts';

interface AdviserFieldsProps {
  adviser?: Adviser;
  /** Field of the password, if the form sets one. */
  children?: ReactNode;
}

const OPTIONS = ROLES.map((role) => ({ value: role, label: humanise(role) }));

/** Returns the shortest password that an admin may set: longer if the firm refuses common ones. */
const useShortest = () => {
  const { data: isStrict } = useQuery({ ...settingsQuery, select: ({ staff }) => staff.refuseCommonPasswords });
  return isStrict ? PASSWORD_MIN.own : PASSWORD_MIN.byAdmin;
};

/** Password that an admin sets. A `hint` says that it may be left blank. */
function Password({ hint }: { hint?: string }) {
  const shortest = useShortest();
  return (
    <PasswordField
      name="password"
      label="Password"
      hint={hint ?? `At least ${shortest} characters`}
      autoComplete="new-password"
      required={!hint}
    />
  );
}

const AdviserFields = ({ adviser, children }: AdviserFieldsProps) => (
  <>
    <TextField name="name" label="Name" defaultValue={adviser?.name} required />
    <EmailField defaultValue={adviser?.email} />
    {children}
    <SelectField name="role" label="Role" defaultValue={adviser?.role ?? 'adviser'} options={OPTIONS} required />
  </>
);

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
      <AdviserFields adviser={adviser}>
        <Password hint="Leave password blank to keep current password." />
      </AdviserFields>
    </FormDialog>
  );
}

/** One draft for both ways to add an account, so that typed values survive a change of mind. */
const NEW = 'new-adviser';

/** Creates an account with a password that the admin sets. */
export function NewAdviserDialog(dialog: DialogState) {
  const { mutateAsync } = useMutation(createAdviser);
  return (
    <FormDialog
      {...dialog}
      title="Add New Adviser"
      draft={NEW}
      schema={registration}
      onSubmit={(body) => mutateAsync({ body })}
      submitLabel="Create Adviser"
      busyLabel="Creating..."
    >
      <AdviserFields>
        <Password />
      </AdviserFields>
    </FormDialog>
  );
}

/** Emails a link with which the person sets a password. */
export function InviteDialog(dialog: DialogState) {
  const { mutateAsync } = useMutation(inviteAdviser);
  return (
    <FormDialog
      {...dialog}
      title="Invite a Colleague"
      draft={NEW}
      schema={invitation}
      onSubmit={(body) => mutateAsync({ body })}
      submitLabel="Send Invitation"
      busyLabel="Sending..."
    >
      <Text color="fg.muted">
        {`The person gets a link to finish setting up the account. It works once, within ${INVITATION_LINK.words}.`}
      </Text>
      <AdviserFields />
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
