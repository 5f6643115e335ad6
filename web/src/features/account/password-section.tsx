import { Grid } from '@chakra-ui/react/grid';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { OwnPasswordFields, ownPasswordChange } from '../../parts/account/own-password.tsx';
import { Form, SubmitButton } from '../../ui/form/form.tsx';
import { PageSection } from '../../ui/layout/page-section.tsx';
import { changePassword } from './queries.ts';

/** Where one changes one's own password. */
export function PasswordSection() {
  const { mutateAsync } = useMutation(changePassword);
  const [changes, setChanges] = useState(0);
  return (
    <PageSection title="Password" about={<p>Changing it signs you out in all other browsers.</p>}>
      <Form
        key={changes}
        schema={ownPasswordChange}
        onSubmit={({ confirm: _, ...body }) => mutateAsync({ body }).then(() => setChanges(changes + 1))}
      >
        <Grid gap="4">
          <OwnPasswordFields />
          <SubmitButton busyLabel="Changing..." justifySelf="start">
            Change Password
          </SubmitButton>
        </Grid>
      </Form>
    </PageSection>
  );
}
