import { Button } from '@chakra-ui/react/button';
import { LogOut } from 'lucide-react';
import { Outlet } from 'react-router';
import { ConfirmIdentity } from '../../parts/account/confirm-identity.tsx';
import { OtherAccount, useOtherAccount } from '../../parts/account/other-account.tsx';
import { PlainFrame } from '../../ui/layout/plain-frame.tsx';
import { useLogout, useSessionLost } from './use-session-end.ts';

export function Component() {
  const { busy, signOut } = useLogout();
  useSessionLost(busy);
  const logout = (
    <Button variant="ghost" colorPalette="gray" size="sm" onClick={signOut} disabled={busy}>
      <LogOut aria-hidden />
      Logout
    </Button>
  );
  const other = useOtherAccount();
  if (other) return <OtherAccount other={other} />;
  return (
    <PlainFrame title="Set Up a Second Factor" actions={logout}>
      <Outlet />
      <ConfirmIdentity />
    </PlainFrame>
  );
}
