import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { askedIn, type SectionOf } from '#shared/rules/factfind.ts';
import type { Question } from '#shared/rules/factfind-shape.ts';
import { Words } from '../../../ui/text/words.tsx';
import { Asked } from './asked.tsx';
import StaffAnswer from './correction.tsx';
import { gapsIn, titleOf, useFactfind } from './factfind-context.ts';
import { usePaths } from './paths.ts';
import { askedBack, corrected, useIsAgreed } from './staff-notes.ts';
import { sayOwn } from './words.ts';

/** State of links to a question, so that Continue returns here. */
export const FROM_CHECK = { from: 'check' };

const LINK = {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    minH: '11',
    textDecoration: 'underline',
    textUnderlineOffset: '3px',
    overflowWrap: 'anywhere',
    cursor: 'pointer',
  },
} as const;
export const TextLink = chakra(Link, LINK);
export const TextButton = chakra('button', LINK);

interface LineProps {
  at: SectionOf;
  question: Question;
  /** Shown below the answer. */
  after?: ReactNode;
}

function AnswerLine({ at, question, after }: LineProps) {
  const { answers, saver } = useFactfind();
  const { inFactfind } = usePaths();
  const given = answers[at.key]?.[question.id];
  return (
    <Grid templateColumns="minmax(0, 1fr) auto" columnGap="4" py="2" borderTopWidth="1px">
      <chakra.dt color="fg.muted">{question.text}</chakra.dt>
      <Box as="dd" gridColumn="1" minW="0">
        <Words as="p" whiteSpace="pre-line">
          {sayOwn(question, given)}
        </Words>
        <Asked at={at} id={question.id} />
        <StaffAnswer at={at} question={question} />
        {after}
      </Box>
      {saver && (
        <chakra.dd gridColumn="2" gridRow="1 / span 2">
          <TextLink
            to={inFactfind(`${at.key}/${question.page}`)}
            state={FROM_CHECK}
            aria-label={`Change: ${question.text}`}
          >
            Change
          </TextLink>
        </chakra.dd>
      )}
    </Grid>
  );
}

interface SectionProps {
  at: SectionOf;
  /** Returns what is shown below an answer. */
  afterOf?: (question: Question) => ReactNode;
}

/** Answers of a section, folded unless staff ask about one or corrected it. */
export function SectionAnswers({ at, afterOf }: SectionProps) {
  const open = useFactfind();
  const isAgreed = useIsAgreed();
  const [starts] = useState(
    () => open.saver && [...askedBack(open), ...corrected(open, isAgreed)].some((one) => one.at.key === at.key),
  );
  const { factfind, form, answers, today } = open;
  const asked = askedIn(at, form, answers, today);
  const answered = asked.length - gapsIn(open, at).length;
  const words = `${answered} of ${asked.length} answered`;
  return (
    <chakra.details
      open={starts}
      borderTopWidth="1px"
      css={{
        '& > summary::-webkit-details-marker': { display: 'none' },
        '&[open] > summary > svg': { rotate: '180deg' },
        '@media print': { '&::details-content': { contentVisibility: 'visible' } },
      }}
    >
      <chakra.summary display="flex" gap="3" alignItems="center" minH="11" py="2" cursor="pointer">
        <Flex as="span" flex="1" minW="0" columnGap="3" wrap="wrap">
          <chakra.h2 flex="1 1 10rem" fontFamily="body" textStyle="md" fontWeight="semibold" overflowWrap="anywhere">
            {titleOf(at, factfind, form)}
          </chakra.h2>
          <Text as="span" key={words} color="fg.muted">
            {words}
          </Text>
        </Flex>
        <Box as={ChevronDown} boxSize="5" flexShrink="0" color="fg.muted" aria-hidden />
      </chakra.summary>
      <chakra.dl ps={{ base: '2', md: '4' }} pb="3">
        {asked.map((question) => (
          <AnswerLine key={question.id} at={at} question={question} after={afterOf?.(question)} />
        ))}
      </chakra.dl>
    </chakra.details>
  );
}
