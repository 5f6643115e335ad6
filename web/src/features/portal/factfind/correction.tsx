import { Box } from '@chakra-ui/react/box';
import { Text } from '@chakra-ui/react/text';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import type { FactfindAnswer } from '#shared/contract/factfind.ts';
import type { SectionOf } from '#shared/rules/factfind.ts';
import { type Given, isAnswered, isSameAnswer } from '#shared/rules/factfind-answers.ts';
import { correctedOf } from '#shared/rules/factfind-own.ts';
import type { Question } from '#shared/rules/factfind-shape.ts';
import { sayDayAndMonth, sayLongDay } from '#shared/rules/say-date.ts';
import { typedOf } from '../../../parts/factfind/typed.ts';
import { ActionButton } from '../../../ui/feedback/action-button.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { useAccess } from '../access.ts';
import { useFactfind } from './factfind-context.ts';
import type { AnswerSaver } from './saver.ts';
import { isFilledIn, useIsAgreed } from './staff-notes.ts';
import { sayOwn } from './words.ts';

/** Characters of an answer that fit into a sentence. */
const SHORT = 60;
const isShort = (text: string) => text.length <= SHORT && !text.includes('\n');

/** "3 December", with the year if it is another one. */
const sayOn = (at: string, today: string) =>
  at.slice(0, 'YYYY'.length) === today.slice(0, 'YYYY'.length) ? sayDayAndMonth(at) : sayLongDay(at);

/** An answer within a sentence: the client’s words, not a value, are quoted. */
const Said = ({ question, given }: { question: Question; given: Given }) => {
  const text = sayOwn(question, given);
  return <Words>{given.s ? `“${text}”` : text}</Words>;
};

interface Props {
  question: Question;
  answer: FactfindAnswer;
  own: Given;
}

function Sentence({ question, answer, own }: Props) {
  const { today } = useFactfind();
  const { name, at, reason } = answer;
  const isRemoved = !isAnswered(answer);
  const [was, is] = [sayOwn(question, own), sayOwn(question, answer)];
  const isLong = !isShort(was) || !isShort(is);
  const why = (
    <>
      <span>{` on ${sayOn(at, today)}`}</span>
      {reason && (
        <>
          <span>: </span>
          <Words>{`“${reason}”`}</Words>
        </>
      )}
      <span>.</span>
    </>
  );
  if (isLong)
    return (
      <>
        <Text>
          <Words>{name}</Words> <span>{isRemoved ? 'removed your answer' : 'changed this'}</span>
          {why}
        </Text>
        <Text mt="1">Your answer was:</Text>
        <Words as="p" whiteSpace="pre-line">
          {was}
        </Words>
      </>
    );
  return (
    <Text>
      <Words>{name}</Words> <span>{isRemoved ? 'removed your answer' : 'changed'}</span>{' '}
      <Said question={question} given={own} />
      {!isRemoved && (
        <>
          {' '}
          <span>to</span> <Said question={question} given={answer} />
        </>
      )}
      {why}
    </Text>
  );
}

/** Takes the focus if it was on the button, which is gone. */
function Done({ children }: { children: ReactNode }) {
  const box = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    if (document.activeElement === document.body) box.current?.focus();
  }, []);
  return (
    <Text ref={box} tabIndex={-1} role="status" mt="2" fontWeight="medium" outline="none">
      {children}
    </Text>
  );
}

interface WrongProps extends Pick<Props, 'question' | 'own'> {
  at: SectionOf;
  saver: AnswerSaver;
  onPressed: () => void;
}

/** Button that puts the client’s own answer back. */
function Wrong({ at, question, own, saver, onPressed }: WrongProps) {
  const { name } = useAccess().portal.adviser;
  const text = sayOwn(question, own);
  const id = `wrong-${at.key}-${question.id}`;
  const putBack = () => {
    onPressed();
    saver.change({ section: at.key, id: question.id }, own.s ? { s: own.s } : { typed: typedOf(own.v) });
    return saver.save();
  };
  return (
    <Box mt="2">
      <ActionButton
        size="lg"
        variant="outline"
        colorPalette="gray"
        busyLabel="Putting Back..."
        aria-describedby={id}
        onAction={putBack}
      >
        That’s Wrong
      </ActionButton>
      <Text id={id} color="fg.muted" mt="1.5">
        <span>Puts back</span> {isShort(text) ? <Said question={question} given={own} /> : <span>your answer</span>}
        <span>, and</span> <Words>{name}</Words> <span>is told.</span>
      </Text>
    </Box>
  );
}

/** Says that staff changed or gave an answer. The client can put their own back. */
export default function StaffAnswer({ at, question }: { at: SectionOf; question: Question }) {
  const { factfind, saver } = useFactfind();
  const adviser = useAccess().portal.adviser.name;
  const isAgreed = useIsAgreed();
  const stored = factfind.answers[at.key]?.[question.id];
  const own = stored && !isAgreed(stored) ? correctedOf(stored) : undefined;
  const [seen, setSeen] = useState<Omit<Props, 'question'>>();
  const [isPressed, setPressed] = useState(false);
  if (stored && own && stored.n !== seen?.answer.n) {
    setSeen({ answer: stored, own });
    setPressed(false);
  }
  if (!seen)
    return stored && isFilledIn(stored) && !isAgreed(stored) ? (
      <Text color="fg.muted" my="2">
        <Words>{stored.name}</Words> <span>filled this in.</span>
      </Text>
    ) : null;
  const isBack = stored && stored.by !== null && isSameAnswer(stored, seen.own);
  // Stays once it is settled: the page would move while somebody types.
  return (
    <Box borderStartWidth="3px" borderColor="orange.solid" ps="3" my="3">
      <Sentence question={question} {...seen} />
      {saver && own && <Wrong at={at} question={question} own={own} saver={saver} onPressed={() => setPressed(true)} />}
      {isPressed && isBack && (
        <Done>
          <span>Your answer is back, and</span> <Words>{adviser}</Words> <span>is told.</span>
        </Done>
      )}
    </Box>
  );
}
