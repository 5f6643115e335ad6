import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { countOf } from '#shared/rules/counted-words.ts';
import { sayTime } from '#shared/rules/say-date.ts';
import { LinkButton } from '../subpage.tsx';
import { stepPath, stepsOf, stuckPlaces, useFactfind } from './factfind-context.ts';
import { usePaths } from './paths.ts';
import type { SaveState } from './saver.ts';

const OFFLINE = 'Not saved yet. Your answer stays on this device and is sent when you are back online.';
const OFFLINE_HERE = 'Not saved yet. Keep this page open: your answer is sent when you are back online.';
const FAILED = 'This could not be saved. Try again.';

function wordsOf(state: SaveState): string | undefined {
  switch (state.kind) {
    case 'none':
      return;
    case 'saving':
      return 'Saving...';
    case 'saved':
      return `Saved ${sayTime(state.at)}`;
    case 'offline':
      return state.outlivesPage ? OFFLINE : OFFLINE_HERE;
    case 'failed':
      return state.reason ?? FAILED;
  }
}

/** Says whether the answers are saved. */
export function SaveLine() {
  const { saver, saving } = useFactfind();
  const words = wordsOf(saving.state);
  const isFailed = saving.state.kind === 'failed';
  return (
    <Flex columnGap="3" rowGap="2" wrap="wrap" align="center" mt={words && '3'}>
      <Text role="status" color={isFailed ? 'fg.error' : 'fg.muted'}>
        {words && <span key={words}>{words}</span>}
      </Text>
      {isFailed && (
        <Button size="lg" variant="outline" onClick={() => saver?.save()}>
          Try Again
        </Button>
      )}
    </Flex>
  );
}

/** Names answers that are not saved before the client looks at them, other than those of the page `besides`. */
export function StuckNote({ besides }: { besides?: string }) {
  const open = useFactfind();
  const { inFactfind } = usePaths();
  const places = stuckPlaces(open);
  const steps = stepsOf(open).filter(
    (step) =>
      stepPath(step) !== besides &&
      places.some(({ section, id }) => section === step.at.key && step.page.questions.some((one) => one.id === id)),
  );
  const [first] = steps;
  if (!first) return null;
  const words = `${countOf(steps.length, 'page')} ${steps.length === 1 ? 'needs' : 'need'} another look before we can save ${steps.length === 1 ? 'it' : 'them'}.`;
  return (
    <Box role="alert" bg="yellow.subtle" color="yellow.fg" borderRadius="l2" px="4" py="3" my="4">
      <Text key={words}>{words}</Text>
      <LinkButton to={inFactfind(stepPath(first))} variant="outline" colorPalette="gray" mt="2">
        Look at It
      </LinkButton>
    </Box>
  );
}
