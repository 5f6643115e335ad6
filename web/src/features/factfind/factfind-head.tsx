import { Flex } from '@chakra-ui/react/flex';
import { countOf } from '#shared/rules/counted-words.ts';
import { sayDay, sayLongDay } from '#shared/rules/say-date.ts';
import { formatDateTime } from '../../lib/text/format.ts';
import { answerHeading, Quote } from '../../parts/request/quote.tsx';
import { FactfindBadge } from '../../parts/request/request-state.tsx';
import { DueBadge } from '../../parts/status/status-badges.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { EDGE } from '../../ui/layout/edge.ts';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { HeadActs, type HeadProps } from './head-acts.tsx';

const HUNDRED = 100;

/** State and progress, when it was sent, and what the client wrote with it. */
export function FactfindHead(props: HeadProps) {
  const { request } = props.factfind;
  const { state, facts, dueDate, answer, help, reason } = request;
  const { done = 0, of = 0 } = facts ?? {};
  return (
    <Sheet as="section" aria-label="State" tabIndex={-1} px={{ base: EDGE, md: '5' }} py="4" mb="5">
      <Flex columnGap="4" rowGap="2" wrap="wrap" align="center" textStyle="sm">
        <FactfindBadge request={request} />
        <Flex columnGap="2.5" rowGap="1" wrap="wrap" align="center">
          <ProgressBar
            label="Sections done"
            percent={of > 0 ? Math.round((done / of) * HUNDRED) : 0}
            width="8rem"
            height="2"
            borderRadius="full"
            bg="bg.muted"
            data-screen-only
          />
          {state !== 'open' && <span>{`${done} of ${countOf(of, 'section')} done`}</span>}
        </Flex>
        {facts?.sentAt && (
          <span>
            {facts.together
              ? `Handed in ${formatDateTime(facts.sentAt)}, to do it together`
              : `Sent ${formatDateTime(facts.sentAt)}`}
          </span>
        )}
        {facts?.agreedOn && (
          <span>{`${state === 'approved' ? 'Agreed' : 'Last agreed'} on ${sayLongDay(facts.agreedOn)}`}</span>
        )}
        {state === 'open' && dueDate && (
          <Flex as="span" gap="2" align="center">
            <DueBadge due={dueDate} />
            <span>{`Due: ${sayDay(dueDate)}`}</span>
          </Flex>
        )}
      </Flex>
      {answer && <Quote from={answerHeading({ kind: 'facts', files: 0 })}>{answer}</Quote>}
      {state === 'open' && reason && <Quote from="What you asked the client to change">{reason}</Quote>}
      {help && <Quote from="Your message">{help}</Quote>}
      <HeadActs {...props} />
    </Sheet>
  );
}
