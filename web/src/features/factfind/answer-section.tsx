import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { Circle, CircleCheck, CircleDashed, type LucideIcon } from 'lucide-react';
import { useId, useState } from 'react';
import { countOf } from '#shared/rules/counted-words.ts';
import type { SectionState } from '#shared/rules/factfind.ts';
import { Badge, type Tone } from '../../ui/feedback/badge.tsx';
import { FoldArrow } from '../../ui/layout/fold-arrow.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { AnswerList } from './answer-list.tsx';
import type { ShownAnswer, ShownSection } from './shown-answers.ts';

const LOOKS: Readonly<Record<SectionState, readonly [label: string, tone: Tone, icon: LucideIcon]>> = {
  none: ['Not started', 'notStarted', Circle],
  started: ['Started', 'gray', CircleDashed],
  done: ['Done', 'green', CircleCheck],
};

const Trigger = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    minH: '9',
    textStyle: 'sm',
    fontWeight: 'medium',
    color: 'fg.muted',
    cursor: 'pointer',
    borderRadius: 'l2',
    focusVisibleRing: 'outside',
  },
});

/** Answers to questions that are not asked any more. Folded on the screen, and open on paper. */
function Dropped({ answers }: { answers: readonly ShownAnswer[] }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <Box borderTopWidth="1px" mt="1" pt="2">
      <Trigger type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        <FoldArrow isOpen={isOpen} />
        <span>{`No longer asked: ${countOf(answers.length, 'answer')}`}</span>
      </Trigger>
      <Box id={id} display={isOpen ? 'block' : 'none'} _print={{ display: 'block' }}>
        <AnswerList answers={answers} isAsked={false} />
      </Box>
    </Box>
  );
}

function StateBadge({ state }: { state: SectionState }) {
  const [label, tone, icon] = LOOKS[state];
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}

export function AnswerSection({ section: { title, state, asked, dropped } }: { section: ShownSection }) {
  return (
    <Panel title={title} tabIndex={-1} badge={state && <StateBadge state={state} />}>
      {asked.length > 0 && <AnswerList answers={asked} isAsked />}
      {dropped.length > 0 && <Dropped answers={dropped} />}
    </Panel>
  );
}
