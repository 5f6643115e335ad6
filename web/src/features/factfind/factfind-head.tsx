import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { useMutation } from '@tanstack/react-query';
import { MessageCircleQuestionMark, PencilLine, UserPlus } from 'lucide-react';
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
import { useActs } from './acts.ts';
import type { AskToSend, Texts } from './asks.ts';
import { askClient } from './queries.ts';
import { type Place, peopleWithoutSections, sentAtOf } from './shown-answers.ts';

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

interface Props {
  factfind: Factfind;
  /** First question without an answer. */
  next: Place | undefined;
  /** Collected questions that can be sent. */
  asks: readonly AskToSend[];
  onAsked: (sent: Texts) => void;
}

/** Sends the collected questions together. */
function AskButton({ factfind: { request }, asks, onAsked }: Pick<Props, 'factfind' | 'asks' | 'onAsked'>) {
  const { clientId, version } = request;
  const { mutateAsync } = useMutation(askClient(clientId, asks.length));
  const send = () =>
    mutateAsync({ params: { id: clientId }, body: { version, asks: [...asks] } }).then(() =>
      onAsked(Object.fromEntries(asks.map(({ section, key, text }) => [`${section}/${key}`, text]))),
    );
  return (
    <ActionButton ref={useFocusFallback()} size="sm" busyLabel="Sending..." onAction={send}>
      <MessageCircleQuestionMark aria-hidden />
      <span key={asks.length}>{`Ask ${countOf(asks.length, 'Question')}`}</span>
    </ActionButton>
  );
}

/** State and progress, when it was sent, and what the client wrote with it. */
export function FactfindHead({ factfind, next, asks, onAsked }: Props) {
  const { request } = factfind;
  const { clientId, state, facts, dueDate, answer, help, reason } = request;
  const { done = 0, of = 0 } = facts ?? {};
  const sentAt = sentAtOf(request);
  const acts = useActs();
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
      {state === 'open' && reason && <Quote from="What you asked the client to change">{reason}</Quote>}
      {help && <Quote from="Your message">{help}</Quote>}
      {(acts || missing.length > 0) && (
        <Flex gap="2" wrap="wrap" mt="3" data-screen-only>
          {acts && asks.length > 0 && <AskButton factfind={factfind} asks={asks} onAsked={onAsked} />}
          {acts && next && (
            <Button size="sm" variant="outline" colorPalette="gray" onClick={() => acts.answer(next, true)}>
              <PencilLine aria-hidden />
              Fill In…
            </Button>
          )}
          {missing.map(({ number, name }) => (
            <AddSections key={number} clientId={clientId} person={number} name={name} />
          ))}
        </Flex>
      )}
    </Sheet>
  );
}
