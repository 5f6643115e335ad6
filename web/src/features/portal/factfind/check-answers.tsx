import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { ChevronDown } from 'lucide-react';
import { Link } from 'react-router';
import { countOf } from '#shared/rules/counted-words.ts';
import { askedIn, type SectionOf, sectionsOf } from '#shared/rules/factfind.ts';
import type { Question } from '#shared/rules/factfind-shape.ts';
import { Words } from '../../../ui/text/words.tsx';
import { Asked } from './asked.tsx';
import { gapsIn, titleOf, useFactfind } from './factfind-context.ts';
import { PageTitle, UpLink } from './parts.tsx';
import { usePaths } from './paths.ts';
import { SaveLine, StuckNote } from './save-line.tsx';
import { Sending } from './sending.tsx';
import { sayOwn } from './words.ts';

/** State of links to a question, so that Continue returns here. */
const FROM_CHECK = { from: 'check' };

const TextLink = chakra(Link, {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    minH: '11',
    textDecoration: 'underline',
    textUnderlineOffset: '3px',
    overflowWrap: 'anywhere',
  },
});

function AnswerLine({ at, question }: { at: SectionOf; question: Question }) {
  const { answers, saver } = useFactfind();
  const { inFactfind } = usePaths();
  const given = answers[at.key]?.[question.id];
  return (
    <Grid templateColumns="minmax(0, 1fr) auto" columnGap="4" py="2" borderTopWidth="1px">
      <chakra.dt color="fg.muted">{question.text}</chakra.dt>
      <Words as="dd" gridColumn="1" whiteSpace="pre-line">
        {sayOwn(question, given)}
        <Asked at={at} id={question.id} />
      </Words>
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

function SectionAnswers({ at }: { at: SectionOf }) {
  const open = useFactfind();
  const { factfind, form, answers, today } = open;
  const asked = askedIn(at, form, answers, today);
  const answered = asked.length - gapsIn(open, at).length;
  const words = `${answered} of ${asked.length} answered`;
  return (
    <chakra.details
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
          <AnswerLine key={question.id} at={at} question={question} />
        ))}
      </chakra.dl>
    </chakra.details>
  );
}

/** Counts the questions without an answer, with a link for each section that has some. */
function Gaps() {
  const open = useFactfind();
  const { inFactfind } = usePaths();
  const sections = sectionsOf(open.form).map((at) => ({ at, gaps: gapsIn(open, at) }));
  const count = sections.reduce((sum, { gaps }) => sum + gaps.length, 0);
  if (count === 0) return null;
  const words = `${countOf(count, 'question')} ${count === 1 ? 'has' : 'have'} no answer.`;
  return (
    <Box mt="3">
      <Text key={words}>{words}</Text>
      {open.saver && (
        <Flex as="ul" listStyleType="none" columnGap="4" wrap="wrap">
          {sections.map(({ at, gaps: [first, ...more] }) => {
            if (!first) return null;
            const link = `${titleOf(at, open.factfind, open.form)} (${more.length + 1})`;
            return (
              <li key={at.key}>
                <TextLink to={inFactfind(`${at.key}/${first.page}`)} state={FROM_CHECK}>
                  <span key={link}>{link}</span>
                </TextLink>
              </li>
            );
          })}
        </Flex>
      )}
    </Box>
  );
}

/** All answers by section, and the button that sends them. */
export function CheckAnswers() {
  const { form, saver } = useFactfind();
  const { inFactfind } = usePaths();
  return (
    <>
      <UpLink to={inFactfind()}>All Sections</UpLink>
      <PageTitle>{saver ? 'Check Your Answers' : 'Your Answers'}</PageTitle>
      <Gaps />
      <StuckNote />
      <Box mt="4" borderBottomWidth="1px">
        {sectionsOf(form).map((at) => (
          <SectionAnswers key={at.key} at={at} />
        ))}
      </Box>
      {saver && <Sending saver={saver} />}
      <SaveLine />
    </>
  );
}
