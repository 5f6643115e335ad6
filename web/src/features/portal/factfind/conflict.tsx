import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import type { FactfindAnswer } from '#shared/contract/factfind.ts';
import type { Given } from '#shared/rules/factfind-answers.ts';
import type { Question } from '#shared/rules/factfind-shape.ts';
import { useFocusFallback } from '../../../lib/screen/use-focus-fallback.ts';
import { formatRelative } from '../../../lib/text/format.ts';
import { Words } from '../../../ui/text/words.tsx';
import { useFactfind } from './factfind-context.ts';
import { sayOwn } from './words.ts';

/** Characters of an answer that fit on a button. */
const SHORT = 40;
const shortened = (text: string) => (text.length > SHORT ? `${text.slice(0, SHORT).trimEnd()}…` : text);

interface Props {
  question: Question;
  own: Given;
  theirs: FactfindAnswer;
  /** Id of the question’s title, which takes the focus afterwards. */
  titleId: string;
  onSettle: (keepsOwn: boolean) => void;
}

/** Shows an answer that somebody gave meanwhile, to choose the right one. */
export default function Conflict({ question, own, theirs, titleId, onSettle }: Props) {
  const toTitle = () => document.getElementById(titleId);
  const { me } = useFactfind();
  const [ours, other] = [sayOwn(question, own), sayOwn(question, theirs)];
  const who = theirs.by === me ? 'You' : theirs.name;
  return (
    <Box role="alert" bg="yellow.subtle" color="yellow.fg" borderRadius="l2" px="4" py="3" mt="3">
      <Text overflowWrap="anywhere" whiteSpace="pre-line">
        <Words>{who}</Words> <span>{`changed this ${formatRelative(theirs.at, new Date())} to:`}</span>{' '}
        <Words>{other}</Words>
        <span>. Which is right?</span>
      </Text>
      <Flex gap="2" wrap="wrap" mt="2">
        <Button
          ref={useFocusFallback(toTitle)}
          size="lg"
          variant="outline"
          colorPalette="gray"
          onClick={() => onSettle(true)}
        >
          <span>
            Keep <Words>{shortened(ours)}</Words>
          </span>
        </Button>
        <Button
          ref={useFocusFallback(toTitle)}
          size="lg"
          variant="outline"
          colorPalette="gray"
          onClick={() => onSettle(false)}
        >
          <span>
            Use <Words>{shortened(other)}</Words>
          </span>
        </Button>
      </Flex>
    </Box>
  );
}
