import { Box } from '@chakra-ui/react/box';
import { IconButton } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { Text } from '@chakra-ui/react/text';
import { ArrowLeft, House, RefreshCw } from 'lucide-react';
import type { Ref } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../lib/navigation/paths.ts';
import { lastList } from '../../../lib/navigation/place-state.ts';
import { CLIENT_STATUS } from '../../../parts/client/status-badge.tsx';
import { ActionButton } from '../../../ui/feedback/action-button.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { useClient } from '../client-context.ts';
import { refreshAll } from '../queries.ts';
import { ExternalTools } from './external-tools.tsx';
import { HeaderActions } from './header-actions.tsx';
import { Identity } from './identity.tsx';
import { StatusSelect } from './status-select.tsx';

const GHOST = { variant: 'ghost', colorPalette: 'gray', size: 'sm' } as const;

const WaysOut = () => (
  <Flex gap="1" ms="-2">
    <IconButton asChild {...GHOST} aria-label="Back to clients" title="Back to clients">
      <Link {...lastList(paths.clients)}>
        <ArrowLeft />
      </Link>
    </IconButton>
    <IconButton asChild {...GHOST} aria-label="Home" title="Home">
      <Link to={paths.dashboard}>
        <House />
      </Link>
    </IconButton>
  </Flex>
);

function Refresh() {
  const { id } = useClient().client;
  return (
    <ActionButton {...GHOST} px="0" aria-label="Refresh" title="Refresh" onAction={() => refreshAll(id)}>
      <RefreshCw />
    </ActionButton>
  );
}

/** The head of the client's page, in the colour of the client's status (product 4); a completed client's has none. */
export function ClientHeader({ ref }: { ref: Ref<HTMLDivElement> }) {
  const { adviserName, ...client } = useClient().client;
  return (
    <Box
      ref={ref}
      as="header"
      colorPalette={client.completed ? 'brand' : CLIENT_STATUS[client.status][1]}
      bg="colorPalette.subtle"
      borderBottomWidth="1px"
      borderTopWidth="4px"
      borderTopColor="colorPalette.solid"
      borderBottomColor="colorPalette.border"
      data-status={client.completed ? 'completed' : client.status}
      transition="background-color 0.2s"
    >
      <Grid
        maxW="8xl"
        mx="auto"
        px={{ base: '4', md: '8' }}
        pt="2"
        pb="4"
        columnGap="4"
        rowGap="3"
        alignItems="center"
        templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) auto' }}
      >
        <Flex align="center" gap="2">
          <WaysOut />
          <Text textStyle="sm" color="fg.muted" flex="1" minW="0">
            Adviser: <Words>{adviserName}</Words>
          </Text>
          <Refresh />
        </Flex>
        {/* On a phone the name comes first. */}
        <Flex gap="2" wrap="wrap" justify={{ lg: 'end' }} order={{ base: 1, lg: 0 }}>
          <HeaderActions />
        </Flex>
        <Identity />
        <Flex direction="column" gap="3" align={{ base: 'start', lg: 'end' }} order={{ base: 1, lg: 0 }}>
          <StatusSelect />
          <ExternalTools />
        </Flex>
      </Grid>
    </Box>
  );
}
