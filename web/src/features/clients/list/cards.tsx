import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { Text } from '@chakra-ui/react/text';
import { useDeferredValue } from 'react';
import type { Client } from '#shared/contract/clients.ts';
import { usePlaceState } from '../../../lib/navigation/place-state.ts';
import { ClientCard } from '../client-card.tsx';

const PAGE = 24;
/** As many cards as a window has room for, or more. */
const FIRST = 6;

/** How cards stand beside each other. */
export const CARD_COLUMNS = {
  base: 'minmax(0, 1fr)',
  md: 'repeat(2, minmax(0, 1fr))',
  xl: 'repeat(3, minmax(0, 1fr))',
  '2xl': 'repeat(4, minmax(0, 1fr))',
};

interface Props {
  clients: readonly Client[];
  /** Whether the first drawing has all of a page, so that it is as long as it was on the way back. */
  isWhole: boolean;
}

/** Clients as cards, a page at a time so that thousands stay smooth; what one sees of the first page is drawn before the rest. */
export function Cards({ clients, isWhole }: Props) {
  const [shown, setShown] = usePlaceState('shown', PAGE);
  const drawn = useDeferredValue(shown, isWhole ? shown : FIRST);
  const left = clients.length - shown;
  return (
    <>
      <Grid templateColumns={CARD_COLUMNS} gap="4">
        {clients.slice(0, drawn).map((client) => (
          <ClientCard key={client.id} client={client} />
        ))}
      </Grid>
      {left > 0 && drawn >= PAGE && (
        <Flex direction="column" align="center" gap="2" mt="6">
          <Text color="fg.muted" textStyle="sm">{`Showing ${shown} of ${clients.length} clients`}</Text>
          <Button variant="outline" onClick={() => setShown(shown + PAGE)}>
            Show {Math.min(PAGE, left)} More
          </Button>
        </Flex>
      )}
    </>
  );
}
