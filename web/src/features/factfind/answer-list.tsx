import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { CircleQuestionMark, MessageCircle } from 'lucide-react';
import { memo } from 'react';
import type { FactfindAnswer } from '#shared/contract/factfind.ts';
import { isAnswered, sayAnswer } from '#shared/rules/factfind-answers.ts';
import { dotted, formatDateTime } from '../../lib/text/format.ts';
import { useMe } from '../../parts/account/me.ts';
import { Badge } from '../../ui/feedback/badge.tsx';
import { Words } from '../../ui/text/words.tsx';
import { AnswerActs, CollectedAsk } from './answer-acts.tsx';
import { AnswerRows, rowsIn } from './answer-rows.tsx';
import type { ShownAnswer } from './shown-answers.ts';

const List = chakra('dl', {
  base: {
    '& > div': {
      display: 'grid',
      gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'minmax(0, 2fr) minmax(0, 3fr)' },
      columnGap: '6',
      py: '2.5',
      breakInside: 'avoid',
      _print: { gridTemplateColumns: '2fr 3fr', py: '1' },
    },
    '& > div + div': { borderTopWidth: '1px', borderColor: 'border.muted' },
    '& dt': { color: 'fg.muted', textStyle: 'sm' },
  },
});

const given = ({ name, at, reason }: Pick<FactfindAnswer, 'name' | 'at' | 'reason'>) =>
  dotted([name, formatDateTime(at)]) + (reason ? `: “${reason}”` : '');

function Value(shown: ShownAnswer) {
  const { answer, words } = shown;
  const rows = rowsIn(answer?.v);
  if (!isAnswered(answer))
    return (
      <Text color="fg.muted" textStyle="sm">
        {words}
      </Text>
    );
  if (answer?.s)
    return (
      <Badge
        tone={answer.s === 'talk' ? 'yellow' : 'gray'}
        icon={answer.s === 'talk' ? MessageCircle : CircleQuestionMark}
      >
        {words}
      </Badge>
    );
  if (rows.length > 0) return <AnswerRows place={shown} rows={rows} />;
  return (
    <Words as="p" whiteSpace="pre-wrap">
      {words}
    </Words>
  );
}

/** Former values since the fact-find was first sent, newest first. */
const Former = ({ question, answer }: ShownAnswer) =>
  answer?.was.toReversed().map((former) => (
    <Text key={former.at} textStyle="xs" color="fg.muted">
      <span>Before: </span>
      <Words whiteSpace="pre-wrap">{sayAnswer(question, former)}</Words>
      <span>{` (${given(former)})`}</span>
    </Text>
  ));

/** Question of staff that the client has not answered. */
function Asked({ ask: { text, name, at } }: { ask: NonNullable<ShownAnswer['ask']> }) {
  const isOwn = name === useMe().name;
  return (
    <Box borderStartWidth="3px" borderColor="orange.solid" ps="2.5" mt="1.5" textStyle="sm">
      <Text as="span" color="fg.muted">
        <Words>{isOwn ? 'You' : name}</Words>
        <span>{' asked: '}</span>
      </Text>
      <Words whiteSpace="pre-wrap">{text}</Words>
      <Text textStyle="xs" color="fg.muted">
        {formatDateTime(at)}
      </Text>
    </Box>
  );
}

interface Props {
  answers: readonly ShownAnswer[];
  /** False for questions that are no longer asked, whose answers stay as they are. */
  isAsked: boolean;
}

/** Questions with their answers, and who gave them when. Memoised, so that typing a search stays fast. */
export const AnswerList = memo(function AnswerList({ answers, isAsked }: Props) {
  return (
    <List>
      {answers.map((shown) => (
        <div key={shown.question.id}>
          <dt>{shown.question.text}</dt>
          <Flex as="dd" minW="0" columnGap="4" direction={{ base: 'column', lg: 'row' }} justify="space-between">
            <Box minW="0">
              <Value {...shown} />
              {shown.answer && (
                <Words as="p" textStyle="xs" color="fg.muted">
                  {given(shown.answer)}
                </Words>
              )}
              <Former {...shown} />
              {shown.ask && <Asked ask={shown.ask} />}
              {isAsked && <CollectedAsk shown={shown} />}
            </Box>
            {isAsked && <AnswerActs shown={shown} />}
          </Flex>
        </div>
      ))}
    </List>
  );
});
