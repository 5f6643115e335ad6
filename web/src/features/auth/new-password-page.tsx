import { Button } from '@chakra-ui/react/button';
import { Grid } from '@chakra-ui/react/grid';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router';
import { ApiError } from '../../lib/http/api.ts';
import { paths, returnPath } from '../../lib/navigation/paths.ts';
import { OwnPasswordFields, ownPasswordChange } from '../../parts/account/own-password.tsx';
import { Form, SubmitButton } from '../../ui/form/form.tsx';
import { rememberedTyped, rememberTyped, useRestartSignIn } from './form/after-sign-in.ts';
import { LoginFrame } from './form/auth-frame.tsx';
import { replacePassword } from './form/queries.ts';

function NewPassword() {
  const { mutateAsync } = useMutation(replacePassword);
  const [{ email, password: current }, setTyped] = useState<Partial<ReturnType<typeof rememberedTyped> & object>>(
    () => rememberedTyped() ?? {},
  );
  const { back, backIfEnded } = useRestartSignIn();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const enter = () => {
    rememberTyped(undefined);
    return navigate(returnPath(search), { replace: true });
  };
  /** Shows the field for the current password if the typed one was wrong. */
  const retryCurrent = (error: unknown) => {
    if (error instanceof ApiError && error.fields.current) setTyped({ email });
    return backIfEnded(error);
  };
  return (
    <LoginFrame
      title="Choose a New Password"
      text="Someone else set your password. To finish signing in, choose one that only you know."
    >
      <Grid gap="4" templateColumns="minmax(0, 1fr)">
        <Form
          fieldSize="lg"
          autoComplete="on"
          schema={ownPasswordChange}
          extra={current === undefined ? undefined : { current }}
          onSubmit={({ confirm: _, ...body }) => mutateAsync({ body }).then(enter, retryCurrent)}
        >
          <OwnPasswordFields email={email} isKnown={current !== undefined} />
          <SubmitButton busyLabel="Changing..." mt="1">
            Change Password
          </SubmitButton>
        </Form>
        <Button size="lg" variant="ghost" colorPalette="gray" onClick={back}>
          Back
        </Button>
      </Grid>
    </LoginFrame>
  );
}

/** Requires a new password after an admin has set the current one. */
export function Component() {
  const { state } = useLocation();
  return state ? <NewPassword /> : <Navigate to={paths.login} replace />;
}
