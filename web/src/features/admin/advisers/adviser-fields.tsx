import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Adviser } from '#shared/contract/advisers.ts';
import { PASSWORD_MIN } from '#shared/rules/limits.ts';
import { ROLES } from '#shared/rules/people.ts';
import { humanise } from '../../../lib/text/format.ts';
import { settingsQuery } from '../../../parts/settings.ts';
import { SelectField, TextField } from '../../../ui/form/fields.tsx';
import { PasswordField } from '../../../ui/form/password-field.tsx';

interface Props {
  /** The account that is changed; none for a new one. */
  adviser?: Adviser;
  /** What is said about the password where it may be left blank. */
  passwordHint?: string;
  /** Set where the person is to choose the password. */
  invites?: boolean;
  /** What follows the password. */
  children?: ReactNode;
}

const OPTIONS = ROLES.map((role) => ({ value: role, label: humanise(role) }));

/** Shortest password that an admin may set: longer where the firm refuses common ones. */
const useShortest = () => {
  const { data: isStrict } = useQuery({ ...settingsQuery, select: ({ staff }) => staff.refuseCommonPasswords });
  return isStrict ? PASSWORD_MIN.own : PASSWORD_MIN.byAdmin;
};

/** The fields of an adviser's account, with what they hold to begin with (product 5). */
export function AdviserFields({ adviser, passwordHint, invites = false, children }: Props) {
  const shortest = useShortest();
  return (
    <>
      <TextField name="name" label="Name" defaultValue={adviser?.name} autoComplete="off" required />
      <TextField name="email" label="Email" type="email" defaultValue={adviser?.email} autoComplete="off" required />
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
