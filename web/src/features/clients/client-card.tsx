import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { memo } from 'react';
import type { Client } from '#shared/contract/clients.ts';
import { journeyLabel, RECENTLY_ADDED } from '#shared/rules/clients.ts';
import { clientPath } from '../../lib/navigation/paths.ts';
import { useMe } from '../../parts/account/me.ts';
import { JourneyRule } from '../../parts/client/journey-rule.tsx';
import { Signals } from '../../parts/client/signals.tsx';
import { ClientStatusBadge, CompletedBadge } from '../../parts/client/status-badge.tsx';
import { COVERING } from '../../ui/layout/covering-link.ts';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { Avatar } from '../../ui/text/avatar.tsx';
import { RelativeTime } from '../../ui/text/relative-time.tsx';
import { Words } from '../../ui/text/words.tsx';
import { ClientCardActions } from './client-card-actions.tsx';
import { ClientMenu } from './client-menu.tsx';
import { RoomyTickBox } from './list/tick-box.tsx';

// The name's link covers the whole card, so that a click anywhere opens the client and there is one tab stop for it.
const CardLink = chakra('a', { base: { ...COVERING, fontWeight: 'semibold' } });

const Person = (client: Client) => (
  <Grid templateColumns="auto minmax(0, 1fr) auto" columnGap="3">
    <Box gridRow="span 3">
      <Avatar name={client.name} />
    </Box>
    <Words as="p">
      <CardLink href={clientPath(client.id)} data-row-link>
        {client.name}
      </CardLink>
    </Words>
    <Flex position="relative" zIndex="base" align="center" my="-1.5" me="-2">
      <RoomyTickBox {...client} />
      <ClientMenu client={client} />
    </Flex>
    {/* Below the buttons, so that they take no room from the address. */}
    <Text truncate gridColumn="2 / -1" color="fg.muted" textStyle="xs" title={client.email}>
      {client.email}
    </Text>
    <Flex gridColumn="2 / -1" gap="1.5" mt="2" wrap="wrap">
      {client.completed ? <CompletedBadge /> : <ClientStatusBadge status={client.status} />}
      <Signals {...client} />
    </Flex>
  </Grid>
);

/** Shows admins whose client it is. */
function AdviserName({ adviserName }: Pick<Client, 'adviserName'>) {
  if (useMe().role !== 'admin') return null;
  return (
    <Words ms="auto" truncate color="fg.muted" title={`Adviser: ${adviserName}`}>
      <chakra.span srOnly>Adviser: </chakra.span>
      {adviserName}
    </Words>
  );
}

const Progress = ({ progress, lastUpdate, ...client }: Client) => (
  <Box pt="4" mt="auto">
    <Flex justify="space-between" textStyle="xs" mb="1.5">
      <Text as="span" fontWeight="medium">
        {journeyLabel(client)}
      </Text>
      <Text as="span" color="fg.muted" fontVariantNumeric="tabular-nums">
        {Math.min(100, progress)}%
      </Text>
    </Flex>
    <JourneyRule percent={progress} label="Journey progress" />
    <Flex gap="1.5" mt="2" textStyle="xs" color="fg.subtle">
      <span>Updated</span>{' '}
      <Text as="span" color="fg.muted" whiteSpace="nowrap">
        {lastUpdate === RECENTLY_ADDED ? lastUpdate : <RelativeTime value={lastUpdate} />}
      </Text>
      <AdviserName {...client} />
    </Flex>
  </Box>
);

/** A client at a glance; a click opens the client's page. Drawn anew only where the client changed. */
export const ClientCard = memo(function ClientCard({ client }: { client: Client }) {
  return (
    <Sheet
      as="article"
      aria-label={`${client.name}, ${client.email}`}
      position="relative"
      display="flex"
      flexDirection="column"
      px="4"
      pt="4"
      pb="2"
      transition="border-color 0.15s, box-shadow 0.15s"
      _hover={{ borderColor: 'brand.border', boxShadow: 'md' }}
      css={{ '&&:has(:checked)': { borderColor: 'brand.solid', boxShadow: '0 0 0 1px {colors.brand.solid}' } }}
    >
      <Person {...client} />
      <Progress {...client} />
      <ClientCardActions client={client} />
    </Sheet>
  );
});
