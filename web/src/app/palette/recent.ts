import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useMatch } from 'react-router';
import { sessionLost, signedOut } from '../../lib/http/session-events.ts';
import { inTab, parsed } from '../../lib/storage/storage.ts';
import { useMe } from '../../parts/account/me.ts';
import { clientQuery } from '../../parts/client/clients.ts';

interface Recent {
  id: string;
  name: string;
}

const MAX_RECENT = 6;
const PREFIX = 'recent-clients:';

export function recentClients(account: string): readonly Recent[] {
  const stored = inTab((storage) => storage.getItem(PREFIX + account));
  return parsed(stored, []);
}

function remember(account: string, client: Recent) {
  const others = recentClients(account).filter(({ id }) => id !== client.id);
  inTab((storage) => storage.setItem(PREFIX + account, JSON.stringify([client, ...others].slice(0, MAX_RECENT))));
}

const forget = () =>
  inTab((storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith(PREFIX)) storage.removeItem(key);
  });
signedOut.on(forget);
sessionLost.on(forget);

export function useOpenClient(): string | undefined {
  const direct = useMatch('/adviser/client/:id/*');
  const fromDashboard = useMatch('/adviser/clients/:id/*');
  return (direct ?? fromDashboard)?.params.id;
}

/** Remembers opened clients until the tab is closed or the session ends. */
export function useRemembering(): void {
  const account = useMe().id;
  const id = useOpenClient();
  const { data } = useQuery({ ...clientQuery(id ?? ''), enabled: false });
  const name = data?.name;
  useEffect(() => {
    if (id && name) remember(account, { id, name });
  }, [account, id, name]);
}
