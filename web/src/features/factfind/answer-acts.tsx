import { Box } from '@chakra-ui/react/box';
import { Button, type ButtonProps } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { useMutation } from '@tanstack/react-query';
import type { FactfindAnswer } from '#shared/contract/factfind.ts';
import { type Given, isAnswered } from '#shared/rules/factfind-answers.ts';
import { correctedOf } from '#shared/rules/factfind-own.ts';
import { useFocusFallback } from '../../lib/screen/use-focus-fallback.ts';
import { ActionButton } from '../../ui/feedback/action-button.tsx';
import { Words } from '../../ui/text/words.tsx';
import { useActs } from './acts.ts';
import { saveAnswers } from './queries.ts';
import { type Place, placeKey, type ShownAnswer } from './shown-answers.ts';

const LOOK: ButtonProps = { size: 'xs', variant: 'ghost', colorPalette: 'gray', color: 'fg.muted', px: '2' };

interface PutBackProps {
  clientId: string;
  place: Place;
  answer: FactfindAnswer;
  own: Given;
}

/** Restores what the client said before staff corrected it. */
function PutBack({ clientId, place: { section, question }, answer: { n }, own }: PutBackProps) {
  const { mutateAsync } = useMutation(saveAnswers(clientId, section, { success: { title: 'Answer Put Back' } }));
  const value = own.s ? { s: own.s } : { v: own.v ?? null };
  const body = { section, answers: [{ key: question.id, n, ...value }] };
  return (
    <ActionButton
      ref={useFocusFallback()}
      {...LOOK}
      aria-label={`Put Back: ${question.text}`}
      busyLabel="Saving..."
      onAction={() => mutateAsync({ params: { id: clientId }, body })}
    >
      Put Back
    </ActionButton>
  );
}

/** Question that is not sent yet. */
export function CollectedAsk({ shown }: { shown: ShownAnswer }) {
  const acts = useActs();
  const removal = useFocusFallback();
  const key = placeKey(shown);
  const text = acts?.asks[key];
  if (!acts || text === undefined) return null;
  return (
    <Box borderStartWidth="3px" borderColor="brand.solid" ps="2.5" mt="1.5" textStyle="sm" data-screen-only>
      <Text as="span" color="fg.muted">
        {'Not sent yet: '}
      </Text>
      <Words whiteSpace="pre-wrap">{text}</Words>
      <Flex ms="-2">
        <Button {...LOOK} aria-label={`Edit the question: ${text}`} onClick={() => acts.ask(shown)}>
          Edit
        </Button>
        <Button ref={removal} {...LOOK} aria-label={`Remove the question: ${text}`} onClick={() => acts.removeAsk(key)}>
          Remove
        </Button>
      </Flex>
    </Box>
  );
}

/** Buttons at an answer. */
export function AnswerActs({ shown }: { shown: ShownAnswer }) {
  const acts = useActs();
  if (!acts) return null;
  const { answer, question } = shown;
  const isFilling = !isAnswered(answer);
  const own = correctedOf(answer);
  return (
    <Flex flexShrink="0" ms="-2" my="-0.5" wrap="wrap" align="start" data-screen-only>
      <Button
        {...LOOK}
        aria-label={`${isFilling ? 'Fill In' : 'Correct'}: ${question.text}`}
        onClick={() => acts.answer(shown, isFilling)}
      >
        {isFilling ? 'Fill In…' : 'Correct…'}
      </Button>
      <Button {...LOOK} aria-label={`Ask: ${question.text}`} onClick={() => acts.ask(shown)}>
        Ask…
      </Button>
      {answer && own && <PutBack clientId={acts.clientId} place={shown} answer={answer} own={own} />}
    </Flex>
  );
}
