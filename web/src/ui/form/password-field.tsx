import { Box } from '@chakra-ui/react/box';
import { IconButton } from '@chakra-ui/react/button';
import { chakra } from '@chakra-ui/react/styled-system';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { Input } from '../eager/controls.tsx';
import { FormField } from './fields.tsx';

interface Props {
  name: string;
  label: string;
  hint?: string;
  required?: boolean;
  autoComplete: 'current-password' | 'new-password';
}

export function PasswordField({ autoComplete, ...field }: Props) {
  const [shown, setShown] = useState(false);
  return (
    <FormField {...field}>
      {(control) => (
        <Box position="relative" width="full">
          <Input {...control} type={shown ? 'text' : 'password'} autoComplete={autoComplete} pe="11" />
          <IconButton
            aria-label={shown ? 'Hide password' : 'Show password'}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
            variant="ghost"
            size={control.size === 'lg' ? 'lg' : 'xs'}
            position="absolute"
            insetEnd={control.size === 'lg' ? '0' : '1'}
            top={control.size === 'lg' ? '0' : '1'}
            px="0"
            color="fg.muted"
          >
            {shown ? <EyeOff /> : <Eye />}
          </IconButton>
        </Box>
      )}
    </FormField>
  );
}

/**
 * Hidden address of the account whose password a form takes: password managers cannot tell otherwise. Without `email` a
 * manager may fill it in.
 */
export const PasswordOwner = ({ email }: { email?: string | undefined }) => (
  <chakra.input
    srOnly
    type="text"
    autoComplete="username"
    defaultValue={email}
    readOnly={email !== undefined}
    tabIndex={-1}
    aria-hidden
  />
);
