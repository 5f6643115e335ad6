import type { Adviser } from '#shared/contract/advisers.ts';
import { PASSWORD_MIN } from '#shared/rules/limits.ts';
import { ROLES } from '#shared/rules/people.ts';
import { humanise } from '../../../lib/format.ts';
import { SelectField, TextField } from '../../../ui/fields.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';

interface Props {
  /** The account that is changed; none for a new one. */
  adviser?: Adviser;
  /** What is said about the password where it may be left blank. */
  passwordHint?: string;
}

const OPTIONS = ROLES.map((role) => ({ value: role, label: humanise(role) }));

/** The fields of an adviser's account, with what they hold to begin with (product 5). */
export const AdviserFields = ({ adviser, passwordHint }: Props) => (
  <>
    <TextField name="name" label="Name" defaultValue={adviser?.name} autoComplete="off" required />
    <TextField name="email" label="Email" type="email" defaultValue={adviser?.email} autoComplete="off" required />
    <PasswordField
      name="password"
      label="Password"
      hint={passwordHint ?? `At least ${PASSWORD_MIN.byAdmin} characters`}
      autoComplete="new-password"
      required={!passwordHint}
    />
    <SelectField name="role" label="Role" defaultValue={adviser?.role ?? 'adviser'} options={OPTIONS} required />
  </>
);
