import { Flex } from '@chakra-ui/react/flex';
import { useMutation } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import type { Factfind } from '#shared/contract/factfind.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { isSettled } from '#shared/rules/requests.ts';
import { sayDay } from '#shared/rules/say-date.ts';
import { useFocusFallback } from '../../lib/screen/use-focus-fallback.ts';
import { formatDateTime } from '../../lib/text/format.ts';
import { addFactfindSections } from '../../parts/request/factfind.tsx';
import { answerHeading, Quote } from '../../parts/request/quote.tsx';
import { FactfindBadge } from '../../parts/request/request-state.tsx';
import { DueBadge } from '../../parts/status/status-badges.tsx';
import { ActionButton } from '../../ui/feedback/action-button.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { EDGE } from '../../ui/layout/edge.ts';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { peopleWithoutSections } from './shown-answers.ts';

const HUNDRED = 100;

function AddSections({ clientId, person, name }: { clientId: string; person: number; name: string }) {
  const { mutateAsync } = useMutation(addFactfindSections);
  return (
    <ActionButton
      ref={useFocusFallback()}
      size="sm"
      variant="outline"
      busyLabel="Adding..."
      onAction={() => mutateAsync({ params: { id: clientId }, body: { person } })}
    >
      <UserPlus aria-hidden />
      <span>{`Add ${name}’s Sections`}</span>
    </ActionButton>
  );
}

/** State and progress, when it was sent, and what the client wrote with it. */
export function FactfindHead({ factfind }: { factfind: Factfind }) {
  const { request } = factfind;
  const { clientId, state, facts, dueDate, submittedAt, answer, help } = request;
  const { done = 0, of = 0 } = facts ?? {};
  const sentAt = submittedAt ?? facts?.sentAt;
  const missing = isSettled(request) ? [] : peopleWithoutSections(factfind);
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
        {sentAt && <span>{`Sent ${formatDateTime(sentAt)}`}</span>}
        {state === 'open' && dueDate && (
          <Flex as="span" gap="2" align="center">
            <DueBadge due={dueDate} />
            <span>{`Due: ${sayDay(dueDate)}`}</span>
          </Flex>
        )}
      </Flex>
      {answer && <Quote from={answerHeading({ kind: 'facts', files: 0 })}>{answer}</Quote>}
      {help && <Quote from="Your message">{help}</Quote>}
      {missing.length > 0 && (
        <Flex gap="2" wrap="wrap" mt="3" data-screen-only>
          {missing.map(({ number, name }) => (
            <AddSections key={number} clientId={clientId} person={number} name={name} />
          ))}
        </Flex>
      )}
    </Sheet>
  );
}
