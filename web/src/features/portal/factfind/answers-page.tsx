import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { countOf } from '#shared/rules/counted-words.ts';
import { sectionsOf } from '#shared/rules/factfind.ts';
import { PageTitle, UpLink } from '../subpage.tsx';
import { Agreed } from './agreed.tsx';
import { gapsIn, titleOf, useFactfind } from './factfind-context.ts';
import { usePaths } from './paths.ts';
import { SaveLine, StuckNote } from './save-line.tsx';
import { FROM_CHECK, SectionAnswers, TextLink } from './section-answers.tsx';
import { Sending } from './sending.tsx';

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
function CheckAnswers() {
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

/** Answers to check, or those that were agreed. */
export default function AnswersPage() {
  const { state } = useFactfind().factfind.request;
  return state === 'approved' ? <Agreed /> : <CheckAnswers />;
}
