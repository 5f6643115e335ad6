import { useQuery } from '@tanstack/react-query';
import { accountQuery } from '../../parts/account/account.ts';
import { ErrorState, Skeletons } from '../../ui/feedback/state.tsx';
import { PageSection } from '../../ui/layout/page-section.tsx';
import { Authenticator } from './authenticator.tsx';
import { Passkeys } from './passkeys.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useRecoveryCodes } from './use-recovery-codes.tsx';

const ABOUT = {
  passkeys: (
    <p>
      You sign in with the fingerprint, face or PIN of your device, without a password. A passkey cannot be guessed or
      phished.
    </p>
  ),
  app: <p>An app on your phone shows a code that is asked for after your password.</p>,
  codes: <p>For when your device or phone is lost. Each code signs you in once, after your password.</p>,
};

const Loading = () => <Skeletons count={2} height="8" mb="3" />;

/** What one signs in by besides the password. Setting up the first leads to recovery codes at once. */
export function Factors() {
  const { data, error, refetch } = useQuery(accountQuery);
  const { make, dialog } = useRecoveryCodes();
  if (!data && error)
    return (
      <PageSection title="Second factor" about={<p>What you sign in by besides your password.</p>}>
        <ErrorState title="How you sign in could not be loaded" error={error} onRetry={refetch} />
      </PageSection>
    );
  const onAdded = () => {
    if (data?.recoveryCodes === 0) make().catch(() => undefined);
  };
  return (
    <>
      <PageSection title="Passkeys" anchor="second-factor" about={ABOUT.passkeys}>
        {data ? <Passkeys passkeys={data.passkeys} onAdded={onAdded} /> : <Loading />}
      </PageSection>
      <PageSection title="Authenticator app" about={ABOUT.app}>
        {data ? <Authenticator isSetUp={data.totp} onAdded={onAdded} /> : <Loading />}
      </PageSection>
      <PageSection title="Recovery codes" about={ABOUT.codes}>
        {data ? <RecoveryCodes account={data} onMake={make} /> : <Loading />}
      </PageSection>
      {dialog}
    </>
  );
}
