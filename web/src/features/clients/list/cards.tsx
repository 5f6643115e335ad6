import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { Text } from '@chakra-ui/react/text';
import type { Client } from '#shared/contract/clients.ts';
import { usePlaceState } from '../../../lib/place-state.ts';
import { ClientCard } from '../client-card.tsx';

const PAGE = 24;

/** How cards stand beside each other. */
export const CARD_COLUMNS = {
  base: 'minmax(0, 1fr)',
  md: 'repeat(2, minmax(0, 1fr))',
  xl: 'repeat(3, minmax(0, 1fr))',
  '2xl': 'repeat(4, minmax(0, 1fr))',
};

/** Clients as cards, a page at a time so that thousands stay smooth. */
export function Cards({ clients }: { clients: readonly Client[] }) {
  const [shown, setShown] = usePlaceState('shown', PAGE);
  const left = clients.length - shown;
  return (
    <>
      <Grid templateColumns={CARD_COLUMNS} gap="4">
        {clients.slice(0, shown).map((client) => (
          <ClientCard key={client.id} client={client} />
        ))}
      </Grid>
      {left > 0 && (
        <Flex direction="column" align="center" gap="2" mt="6">
          <Text color="fg.muted" textStyle="sm">{`Showing ${shown} of ${clients.length} clients`}</Text>
          <Button variant="outline" onClick={() => setShown(shown + PAGE)}>
            Show {Math.min(PAGE, left)} more
          </Button>
        </Flex>
      )}
    </>
  );
}
