import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { ChevronDown, CircleCheck, CircleDashed, CircleDot } from 'lucide-react';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { pagesOf, progressOf, type SectionOf, type SectionState, sectionsOf, stateOf } from '#shared/rules/factfind.ts';
import { lazyPart } from '../../../ui/eager/lazy-part.tsx';
import { LinkButton, PageTitle, UpLink } from '../subpage.tsx';
import { isLeft, stepPath, stepsOf, titleOf, useFactfind } from './factfind-context.ts';
import { SectionsDone } from './parts.tsx';
import { usePaths } from './paths.ts';
import { SaveLine, StuckNote } from './save-line.tsx';
import { askedBack, FROM_ASKS, notedPath } from './staff-notes.ts';

const OverviewFoot = lazyPart(
  () => import('./together.tsx'),
  () => null,
);
const StaffNotes = lazyPart(
  () => import('./staff-notes-list.tsx'),
  () => null,
);

const STATES = {
  none: { words: 'Not started', Icon: CircleDashed, color: 'fg.muted' },
  started: { words: 'Started', Icon: CircleDot, color: 'brand.fg' },
  done: { words: 'Done', Icon: CircleCheck, color: 'green.fg' },
} as const satisfies Record<SectionState, object>;

const Row = chakra(Link, {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    minH: '11',
    py: '2.5',
    borderTopWidth: '1px',
    _hover: { bg: 'bg.subtle' },
  },
});

function SectionRow({ at }: { at: SectionOf }) {
  const open = useFactfind();
  const { factfind, form, answers, today } = open;
  const { inFactfind } = usePaths();
  const steps = pagesOf(at, form, answers, today).map((page) => ({ at, page }));
  const next = steps.find((step) => isLeft(open, step)) ?? steps[0];
  const { words, Icon, color } = STATES[stateOf(at, form, answers, today)];
  if (!next) return null;
  return (
    <Box as="li">
      <Row to={inFactfind(stepPath(next))}>
        <Flex flex="1" minW="0" columnGap="3" wrap="wrap" align="center">
          <Text as="span" flex="1 1 10rem" minW="0" fontWeight="medium" overflowWrap="anywhere">
            {titleOf(at, factfind, form)}
          </Text>
          <Flex as="span" key={words} align="center" gap="2" flex="0 0 8rem" color="fg.muted">
            <Box as={Icon} boxSize="5" flexShrink="0" color={color} aria-hidden />
            <span>{words}</span>
          </Flex>
        </Flex>
        <Box as={ChevronDown} rotate="-90deg" boxSize="5" flexShrink="0" color="fg.muted" aria-hidden />
      </Row>
    </Box>
  );
}

/** Sections with their states, and why we ask. */
export function Overview() {
  const open = useFactfind();
  const { form, answers, today, factfind, saver } = open;
  const { portal, inFactfind } = usePaths();
  const { done, of } = progressOf(form, answers, today);
  const next = stepsOf(open).find((step) => isLeft(open, step));
  const isOpen = factfind.request.state === 'open';
  const [ask] = askedBack(open);
  const step = saver && isOpen ? (ask ? notedPath(ask) : next && stepPath(next)) : undefined;
  const { isBegun = false, sentAt } = factfind.request.facts ?? {};
  // Once it was sent, gaps may be meant: what is left is to send it again.
  const goesOn = step !== undefined && (ask !== undefined || !sentAt);
  return (
    <>
      <UpLink to={portal}>Your Page</UpLink>
      <PageTitle>Your Fact-Find</PageTitle>
      <Text mt="3">
        We ask so that our advice suits you: that is what it is judged by, and it is in your interest. If something is
        missing or wrong, our advice may be too.
      </Text>
      <Text mt="2">Nothing here is compulsory.</Text>
      <SectionsDone done={done} of={of} mt="5" />
      {(ask || sentAt) && (
        <Suspense>
          <StaffNotes />
        </Suspense>
      )}
      {step && (
        <LinkButton to={inFactfind(step)} state={ask && FROM_ASKS} variant={goesOn ? 'solid' : 'outline'} mt="4">
          {isBegun ? 'Go On' : 'Start'}
        </LinkButton>
      )}
      <StuckNote />
      <Box as="ul" listStyleType="none" mt="4" borderBottomWidth="1px">
        {sectionsOf(form).map((at) => (
          <SectionRow key={at.key} at={at} />
        ))}
      </Box>
      <LinkButton to={inFactfind('check')} variant={goesOn ? 'outline' : 'solid'} mt="5">
        {saver ? 'Check Your Answers' : 'Your Answers'}
      </LinkButton>
      <SaveLine />
      <Suspense>
        <OverviewFoot />
      </Suspense>
    </>
  );
}
