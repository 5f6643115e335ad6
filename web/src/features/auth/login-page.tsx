import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Grid } from '@chakra-ui/react/grid';
import { Text } from '@chakra-ui/react/text';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { expireStaffDrafts } from '../../lib/drafts/drafts.ts';
import { paths, returnPath } from '../../lib/navigation/paths.ts';
import { useFirmAfterPaint } from '../../parts/firm.ts';
import { DialogButton, lazyDialog } from '../../ui/eager/lazy-dialog.tsx';
import { LoginFrame } from './form/auth-frame.tsx';
import { RegisterForm, SignInForm } from './form/sign-in-form.tsx';

const ForgotPasswordDialog = lazyDialog(() => import('./forgot-password-dialog.tsx'));

const ForgotPassword = () => (
  <DialogButton
    variant="plain"
    size="lg"
    textStyle="sm"
    px="0"
    justifySelf="start"
    dialog={(state) => <ForgotPasswordDialog {...state} />}
  >
    Forgot Password?
  </DialogButton>
);

const MODES = {
  signIn: {
    title: 'Adviser Login',
    text: 'Enter your credentials to access the dashboard',
    form: SignInForm,
    other: 'register',
    toggle: 'Need an account? Register',
  },
  register: {
    title: 'Create Account',
    text: 'Register as a new adviser to get started',
    form: RegisterForm,
    other: 'signIn',
    toggle: 'Already have an account? Sign In',
  },
} as const;

function ReturnNotice() {
  const [search] = useSearchParams();
  if (returnPath(search) === paths.dashboard) return null;
  return (
    <Box role="status" bg="brand.subtle" color="brand.fg" borderRadius="l2" px="3" py="2" mb="5" textStyle="sm">
      Please sign in to continue where you were.
    </Box>
  );
}

/** Notice for a firm without accounts. Registering here makes an adviser, so it names the command for an admin. */
function FirstAccountNotice() {
  const firm = useFirmAfterPaint();
  if (firm?.hasAccounts !== false) return null;
  return (
    <Box role="status" bg="brand.subtle" color="brand.fg" borderRadius="l2" px="4" py="3" mb="5" textStyle="sm">
      <Text fontWeight="medium">Nobody has an account yet</Text>
      <Text>
        Whoever runs this site creates the first admin with a command: see “Sign in the first time” in the README.
      </Text>
      <Text mt="1">If you register here, you become an adviser and can’t manage the firm.</Text>
    </Box>
  );
}

/** Sign-in and registration on one card; switching clears the fields. */
export function Component() {
  useEffect(expireStaffDrafts, []);
  const [mode, setMode] = useState<keyof typeof MODES>('signIn');
  const { title, text, form: ModeForm, other, toggle } = MODES[mode];
  return (
    <LoginFrame
      title={title}
      text={text}
      notice={
        <>
          <FirstAccountNotice />
          <ReturnNotice />
        </>
      }
    >
      <Grid gap="4" templateColumns="minmax(0, 1fr)">
        <ModeForm />
        {mode === 'signIn' && <ForgotPassword />}
        <Box borderTopWidth="1px" pt="4">
          <Button variant="outline" colorPalette="gray" width="full" size="lg" onClick={() => setMode(other)}>
            {toggle}
          </Button>
        </Box>
      </Grid>
    </LoginFrame>
  );
}
