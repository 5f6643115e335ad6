import { CircleCheck, Link2, ListPlus, Mail, RotateCcw, Trash2 } from 'lucide-react';
import type { Client } from '#shared/contract/clients.ts';
import { useFocusFallback } from '../../lib/screen/use-focus-fallback.ts';
import { completeClient, reopenClient } from '../../parts/client/completion.ts';
import { copyPortalLink, emailPortalLink } from '../../parts/link/portal-link.ts';
import { runChange } from '../../parts/refreshes.ts';
import { MenuButton } from '../../ui/overlay/menu.tsx';
import type { MenuEntry, MenuGroups } from '../../ui/overlay/menu-keys.ts';
import { type ConfirmedAction, useConfirmedAction } from './confirmed-actions.tsx';

const completion = ({ id, completed }: Client): MenuEntry =>
  completed
    ? {
        label: 'Reopen',
        icon: RotateCcw,
        onSelect: () => void runChange(reopenClient, { params: { id }, body: { completed: false } }),
      }
    : {
        label: 'Complete',
        icon: CircleCheck,
        onSelect: () => void runChange(completeClient, { params: { id }, body: { completed: true } }),
      };

interface Rest {
  mayDelete: boolean;
}

function groupsOf(client: Client, rest: Rest | undefined, open: (open: ConfirmedAction) => void): MenuGroups {
  const { id, email } = client;
  const clients = [client];
  const always: MenuEntry[] = [
    { label: 'Assign Task…', icon: ListPlus, onSelect: () => open({ kind: 'task', clients }) },
    {
      label: 'Email Portal Link',
      icon: Mail,
      onSelect: () => void runChange(emailPortalLink(email), { params: { id } }),
    },
    { label: 'Copy Portal Link', icon: Link2, onSelect: () => void copyPortalLink(id) },
  ];
  const deletion: MenuEntry = {
    label: 'Delete…',
    icon: Trash2,
    danger: true,
    onSelect: () => open({ kind: 'delete', clients }),
  };
  return rest ? [always, [completion(client), ...(rest.mayDelete ? [deletion] : [])]] : [always];
}

/** Menu of less common actions. `rest` adds those for which a card has buttons. */
export function ClientMenu({ client, rest }: { client: Client; rest?: Rest }) {
  const open = useConfirmedAction();
  return (
    <MenuButton ref={useFocusFallback()} label={`More for ${client.name}`} groups={groupsOf(client, rest, open)} />
  );
}
