import { Button } from '@chakra-ui/react/button';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useMutation } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import type { Provider } from '#shared/contract/loas.ts';
import { sortByName } from '#shared/rules/search.ts';
import { useFocusFallback } from '../../../lib/screen/use-focus-fallback.ts';
import { useMe } from '../../../parts/account/me.ts';
import { Confirmation } from '../../../ui/feedback/confirm-button.tsx';
import { Sheet } from '../../../ui/layout/sheet.tsx';
import { Table, Td, Th } from '../../../ui/layout/table.tsx';
import { Dash } from '../../../ui/text/dash.tsx';
import { Words } from '../../../ui/text/words.tsx';
import type { Directory } from './board.ts';
import { ProviderName } from './provider-name.ts';
import { removeProvider } from './queries.ts';
import { usualTime } from './response-times.tsx';
import { useProviderDialog } from './use-provider-dialog.tsx';

interface RowProps {
  provider: Provider;
  /** Name of the provider that this is another spelling of. */
  same: string | undefined;
  onOpen: (key: string) => void;
  /** Missing for advisers, who remove none. */
  onRemove: ((provider: Provider) => void) | undefined;
}

const RemoveButton = ({ name, onClick }: { name: string; onClick: () => void }) => (
  <Button
    ref={useFocusFallback()}
    size="xs"
    variant="ghost"
    colorPalette="red"
    aria-label={`Remove ${name}`}
    onClick={onClick}
  >
    <Trash2 aria-hidden />
    Remove
  </Button>
);

const Row = ({ provider, same, onOpen, onRemove }: RowProps) => (
  <tr>
    <Td label="Provider">
      <ProviderName type="button" aria-haspopup="dialog" onClick={() => onOpen(provider.key)}>
        <Words>{provider.name}</Words>
      </ProviderName>
      {same && (
        <Text as="span" display="block" color="fg.muted">
          <span>Same as</span> <Words>{same}</Words>
        </Text>
      )}
    </Td>
    <Td label="Phone">{provider.phone ?? <Dash>None</Dash>}</Td>
    <Td label="Answers">{usualTime(provider) ?? <Dash>None</Dash>}</Td>
    {onRemove && (
      <Td label="" textAlign="end">
        <RemoveButton name={provider.name} onClick={() => onRemove(provider)} />
      </Td>
    )}
  </tr>
);

const questionAbout = ({ name }: Provider) => ({
  title: 'Remove Provider',
  text: (
    <>
      <span>Are you sure you want to remove</span> <Words>{name}</Words>
      <span> from the firm’s list? Its contact details and notes are deleted. A new letter adds it again.</span>
    </>
  ),
  confirm: 'Remove',
  busy: 'Removing...',
});

/** Rows that fill the first screen; the rest is rendered deferred. */
const FIRST = 20;

/** The firm's list of providers. Admins remove those without letters under way. */
export default function ProviderTable({ directory }: { directory: Directory }) {
  const isAdmin = useMe().role === 'admin';
  const { openProvider, providerDialog } = useProviderDialog(directory);
  const { mutateAsync } = useMutation(removeProvider);
  const [removing, setRemoving] = useState<{ provider: Provider; open: boolean }>();
  const providers = useMemo(() => sortByName([...directory.values()], ({ name }) => name), [directory]);
  const drawn = useDeferredValue(providers, providers.slice(0, FIRST));
  return (
    <Sheet mt="3">
      <Table label="The firm’s providers" dense>
        <thead>
          <tr>
            <Th>Provider</Th>
            <Th>Phone</Th>
            <Th>Answers</Th>
            {isAdmin && (
              <Th>
                <chakra.span srOnly>Remove</chakra.span>
              </Th>
            )}
          </tr>
        </thead>
        <tbody>
          {drawn.map((provider) => (
            <Row
              key={provider.key}
              provider={provider}
              same={directory.get(provider.sameAs ?? '')?.name}
              onOpen={openProvider}
              onRemove={isAdmin ? (chosen) => setRemoving({ provider: chosen, open: true }) : undefined}
            />
          ))}
        </tbody>
      </Table>
      {removing && (
        <Confirmation
          open={removing.open}
          onClose={() => setRemoving({ ...removing, open: false })}
          question={questionAbout(removing.provider)}
          onConfirm={() => mutateAsync({ params: { key: removing.provider.key } })}
        />
      )}
      {providerDialog}
    </Sheet>
  );
}
