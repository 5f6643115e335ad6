import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { Portal } from '@chakra-ui/react/portal';
import { Text } from '@chakra-ui/react/text';
import { Upload } from 'lucide-react';
import { flatStages } from '#shared/rules/journey.ts';
import { Words } from '../../../ui/text/words.tsx';
import { useClient } from '../client-context.ts';
import { stageLabel } from '../journey/journey-facts.ts';
import { DROP_STAGE } from './use-file-drop.ts';

interface TileProps {
  stageId: string;
  over: string;
  children: string;
}

const Tile = ({ stageId, over, children }: TileProps) => {
  const isOver = stageId === over;
  return (
    <Flex
      {...{ [DROP_STAGE]: stageId }}
      align="center"
      justify="center"
      textAlign="center"
      minH="14"
      px="2"
      py="2"
      textStyle="sm"
      lineHeight="short"
      fontWeight="medium"
      borderRadius="l2"
      borderWidth="2px"
      borderStyle={isOver ? 'solid' : 'dashed'}
      borderColor={isOver ? 'brand.solid' : 'border.emphasized'}
      bg={isOver ? 'brand.subtle' : 'bg.surface'}
      color={isOver ? 'brand.fg' : 'fg'}
    >
      {children}
    </Flex>
  );
};

/** What lies over the page while files are dragged: where they go, and the stages they can be dropped on. */
export function DropLayer({ over }: { over: string }) {
  const { client, stages } = useClient();
  const stage = flatStages(stages).find(({ id }) => id === over);
  return (
    <Portal>
      <Box
        position="fixed"
        inset="2"
        zIndex="toast"
        pointerEvents="none"
        borderWidth="3px"
        borderStyle="dashed"
        borderColor="brand.solid"
        borderRadius="l3"
      />
      <Box
        as="section"
        aria-label="Drop files"
        position="fixed"
        insetX="4"
        bottom="4"
        zIndex="toast"
        maxW="6xl"
        mx="auto"
        p="4"
        bg="bg.surface"
        borderWidth="1px"
        borderRadius="l3"
        boxShadow="xl"
      >
        <Flex align="center" gap="3" mb="3">
          <Box color="brand.fg" flexShrink="0">
            <Upload size={22} aria-hidden />
          </Box>
          <Text role="status">
            Drop to upload for <Words fontWeight="semibold">{client.name}</Words>
            {': '}
            {stage ? stageLabel(stage) : 'Unassigned Documents'}
          </Text>
        </Flex>
        <Grid templateColumns={{ base: 'repeat(2, 1fr)', md: 'repeat(4, 1fr)', xl: 'repeat(8, 1fr)' }} gap="2">
          <Tile stageId="" over={over}>
            Unassigned
          </Tile>
          {stages.map(({ id, stageNumber, title }) => (
            <Tile key={id} stageId={id} over={over}>
              {`${stageNumber}. ${title}`}
            </Tile>
          ))}
        </Grid>
      </Box>
    </Portal>
  );
}
