import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useMutation } from '@tanstack/react-query';
import { CircleCheck, Trash2 } from 'lucide-react';
import { memo, useDeferredValue } from 'react';
import type { Me } from '#shared/contract/advisers.ts';
import type { Client } from '#shared/contract/clients.ts';
import { journeyLabel, RECENTLY_ADDED } from '#shared/rules/clients.ts';
import { clientPath } from '../../../lib/navigation/paths.ts';
import { usePlaceState } from '../../../lib/navigation/place-state.ts';
import { focusHost, useFocusFallback } from '../../../lib/screen/use-focus-fallback.ts';
import { useReach } from '../../../parts/account/reach.ts';
import { completeClient } from '../../../parts/client/completion.ts';
import { Signals } from '../../../parts/client/signals.tsx';
import { WaitingFor } from '../../../parts/client/waiting.tsx';
import { ShowMore } from '../../../parts/filter/show-more.tsx';
import { RoomyTickBox } from '../../../parts/selection/tick-box.tsx';
import { JourneyRule } from '../../../parts/status/journey-rule.tsx';
import { ClientStatusBadge, CompletedBadge } from '../../../parts/status/status-badges.tsx';
import { ActionButton } from '../../../ui/feedback/action-button.tsx';
import { COVERING } from '../../../ui/layout/covering-link.ts';
import { Sheet } from '../../../ui/layout/sheet.tsx';
import { Avatar } from '../../../ui/text/avatar.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { ClientMenu } from '../client-menu.tsx';
import { useConfirmedAction } from '../confirmed-actions.tsx';
import type { Facts } from './columns.tsx';

// The link covers the whole card: a click anywhere opens the client, with only one tab stop.
const CardLink = chakra('a', { base: { ...COVERING, fontWeight: 'semibold' } });

/** Nothing for a client on target, as most are: the filters count and list them. */
function CardStatus({ completed, status }: Client) {
  if (completed) return <CompletedBadge />;
  return status === 'on_target' ? null : <ClientStatusBadge status={status} />;
}

const Person = (client: Client) => (
  <Grid templateColumns="auto minmax(0, 1fr)" columnGap="3">
    <Box gridRow="span 3">
      <Avatar name={client.name} />
    </Box>
    <Flex wrap="wrap" columnGap="3" align="start">
      <Words as="p" flex="1 1 3.5rem" minW="0">
        <CardLink href={clientPath(client.id)} data-row-link>
          {client.name}
        </CardLink>
      </Words>
      <Flex position="relative" zIndex="base" align="center" my="-1.5" ms="auto" me="-2">
        <RoomyTickBox {...client} />
        <ClientMenu client={client} />
      </Flex>
    </Flex>
    {/* Below the buttons, to leave the full width to the email address. */}
    <Text truncate color="fg.muted" textStyle="xs" title={client.email}>
      {client.email}
    </Text>
    <Flex gap="1.5" mt="2" wrap="wrap" _empty={{ display: 'none' }}>
      <CardStatus {...client} />
      <Signals {...client} />
    </Flex>
  </Grid>
);

interface CardProps {
  client: Client;
  me: Me;
  namesAdviser: boolean;
  mayDelete: boolean;
  isDeferred: boolean;
}

const AdviserName = ({ adviserName }: Pick<Client, 'adviserName'>) => (
  <Words ms="auto" truncate color="fg.muted" title={`Adviser: ${adviserName}`}>
    <chakra.span srOnly>Adviser: </chakra.span>
    <span>{adviserName}</span>
  </Words>
);

/** Without a percentage once completed, which badge and stage say. */
const Progress = ({ client, me, namesAdviser }: Pick<CardProps, 'client' | 'me' | 'namesAdviser'>) => (
  <Box pt="4" mt="auto">
    <Flex justify="space-between" textStyle="xs" mb="1.5">
      <Text as="span" fontWeight="medium">
        {journeyLabel(client)}
      </Text>
      {!client.completed && (
        <Text as="span" color="fg.muted" fontVariantNumeric="tabular-nums">
          {`${Math.min(100, client.progress)}%`}
        </Text>
      )}
    </Flex>
    <JourneyRule percent={client.progress} label="Journey progress" />
    <Flex gap="1.5" mt="2" textStyle="xs" color="fg.subtle">
      <span>Waiting for</span>{' '}
      <Text as="span" color="fg.muted">
        <WaitingFor client={client} reader={me.id} />
      </Text>
    </Flex>
    <Flex gap="1.5" textStyle="xs" color="fg.subtle">
      <span>Updated</span>{' '}
      <Text as="span" color="fg.muted" whiteSpace="nowrap">
        {client.lastUpdate === RECENTLY_ADDED ? client.lastUpdate : <RelativeTime value={client.lastUpdate} />}
      </Text>
      {namesAdviser && <AdviserName {...client} />}
    </Flex>
  </Box>
);

/** Skips the layout of cards outside the window, as 18 cards take a phone 90 ms. Reserves their usual height. */
const DEFERRED = { contentVisibility: 'auto', containIntrinsicBlockSize: 'auto 10rem' } as const;

const ClientCard = memo(function ClientCard({ client, me, namesAdviser, mayDelete, isDeferred }: CardProps) {
  return (
    <Sheet
      as="article"
      aria-label={`${client.name}, ${client.email}`}
      position="relative"
      display="flex"
      flexDirection="column"
      {...(isDeferred && DEFERRED)}
      px="4"
      pt="4"
      pb="2"
      transition="border-color 0.15s, box-shadow 0.15s"
      _hover={{ borderColor: 'brand.border', boxShadow: 'md' }}
      css={{ '&&:has(:checked)': { borderColor: 'brand.solid', boxShadow: '0 0 0 1px {colors.brand.solid}' } }}
    >
      <Person {...client} />
      <Progress client={client} me={me} namesAdviser={namesAdviser} />
      <ClientCardActions client={client} mayDelete={mayDelete} />
    </Sheet>
  );
});

const BUTTON_STYLE = { size: 'xs', px: '2', variant: 'ghost', colorPalette: 'gray' } as const;

/** Finds the card's link; the list if the card left with its button, as a filter's cards do once completed. */
function linkOrList(button: HTMLElement) {
  const link = button.parentElement?.querySelector('a');
  const list = focusHost(button);
  return () => (link?.isConnected ? link : list);
}

function Complete({ id, name }: Client) {
  const { mutateAsync } = useMutation(completeClient);
  const ref = useFocusFallback<HTMLButtonElement>(linkOrList);
  return (
    <ActionButton
      ref={ref}
      {...BUTTON_STYLE}
      aria-label={`Complete ${name}`}
      onAction={() => mutateAsync({ params: { id }, body: { completed: true } })}
    >
      <CircleCheck aria-hidden />
      Complete
    </ActionButton>
  );
}

function Delete({ client }: { client: Client }) {
  const act = useConfirmedAction();
  const ref = useFocusFallback();
  return (
    <Button
      ref={ref}
      {...BUTTON_STYLE}
      aria-label={`Delete ${client.name}`}
      onClick={() => act({ kind: 'delete', clients: [client] })}
    >
      <Trash2 aria-hidden />
      Delete
    </Button>
  );
}

const ClientCardActions = ({ client, mayDelete }: { client: Client; mayDelete: boolean }) => (
  <Flex
    position="relative"
    zIndex="base"
    mt="3"
    pt="2"
    mx="-1"
    borderTopWidth="1px"
    borderColor="border.muted"
    gap="1"
    wrap="wrap"
  >
    <Button asChild size="xs" px="2.5" variant="subtle" aria-label={`View ${client.name}`}>
      <a href={clientPath(client.id)}>View</a>
    </Button>
    {!client.completed && <Complete {...client} />}
    {mayDelete && <Delete client={client} />}
  </Flex>
);

const PAGE = 24;
/** Fills the first screen or more. The layout of later cards is deferred. */
const FIRST = 6;

export const CARD_COLUMNS = {
  base: 'minmax(0, 1fr)',
  md: 'repeat(2, minmax(0, 1fr))',
  xl: 'repeat(3, minmax(0, 1fr))',
  '2xl': 'repeat(4, minmax(0, 1fr))',
};

interface Props {
  clients: readonly Client[];
  facts: Facts;
  /** Renders the whole page of cards at first, so that Back finds the same page height. */
  isWhole: boolean;
}

/** Shows clients as cards, a page at a time, so that thousands stay fast. Renders the first screen before the rest. */
export function Cards({ clients, facts: { me, mayDelete }, isWhole }: Props) {
  const { seesOthers } = useReach();
  const [shown, setShown] = usePlaceState('shown', PAGE);
  const drawn = useDeferredValue(shown, isWhole ? shown : FIRST);
  return (
    <>
      <Grid templateColumns={CARD_COLUMNS} gap="4">
        {clients.slice(0, drawn).map((client, place) => (
          <ClientCard
            key={client.id}
            client={client}
            me={me}
            namesAdviser={seesOthers}
            mayDelete={mayDelete(client)}
            isDeferred={!isWhole && place >= FIRST}
          />
        ))}
      </Grid>
      {drawn >= PAGE && <ShowMore page={PAGE} shown={shown} count={clients.length} onShow={setShown} />}
    </>
  );
}
