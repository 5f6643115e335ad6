import * as z from 'zod/mini';
import { givenPassword, newPassword } from '#shared/contract/fields.ts';
import { PASSWORD_MIN } from '#shared/rules/limits.ts';
import { PasswordField, PasswordOwner } from '../../ui/form/password-field.tsx';

export const ownPasswordChange = z
  .object({ current: givenPassword, new: newPassword(PASSWORD_MIN.own), confirm: z.string() })
  .check(z.refine((typed) => typed.new === typed.confirm, { error: "Passwords don't match", path: ['confirm'] }));

interface Props {
  email: string | undefined;
  /** Omits the current password, which was entered before. */
  isKnown?: boolean;
}

/** Fields of {@link ownPasswordChange}. */
export const OwnPasswordFields = ({ email, isKnown = false }: Props) => (
  <>
    <PasswordOwner email={email} />
    {!isKnown && <PasswordField name="current" label="Current Password" autoComplete="current-password" required />}
    <PasswordField
      name="new"
      label="New Password"
      hint={`At least ${PASSWORD_MIN.own} characters`}
      autoComplete="new-password"
      required
    />
    <PasswordField name="confirm" label="Confirm Password" autoComplete="new-password" required />
  </>
);
