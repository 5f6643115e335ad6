import { Text } from '@chakra-ui/react/text';
import { Suspense, use, useState } from 'react';
import type { ClientRequest } from '#shared/contract/requests.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { isSettled } from '#shared/rules/requests.ts';
import { sayLongDay } from '#shared/rules/say-date.ts';
import { DraftOwner, draftsOf } from '../../../lib/drafts/drafts.ts';
import { lazyPart } from '../../../ui/eager/lazy-part.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { useAccess } from '../access.ts';
import { LinkButton } from '../subpage.tsx';
import { isFactfindDraft } from './draft-names.ts';
import { SectionsDone } from './parts.tsx';
import { usePaths } from './paths.ts';

const LeftAnswers = lazyPart(
  () => import('./left-answers.tsx'),
  () => null,
);

/** Progress of the fact-find, with the link to its questions. */
export function FactfindCard({ request }: { request: ClientRequest }) {
  const { token, portal } = useAccess();
  const { inFactfind } = usePaths();
  const owner = use(DraftOwner);
  const [hasLeft] = useState(() => owner !== undefined && [...draftsOf(owner).keys()].some(isFactfindDraft));
  const { done = 0, of = 0, isBegun = false, asks = 0, sentAt } = request.facts ?? {};
  const isNewest = portal.requests.findLast(({ facts }) => facts)?.id === request.id;
  const isOpen = request.state === 'open';
  const isSent = request.state === 'submitted';
  return (
    <>
      {isOpen && (
        <Text>
          Questions about you and your money. About 30 minutes. You can stop at any time and go on from any device.
        </Text>
      )}
      {isSent && sentAt && request.answer === null && <Text color="fg.muted">{`Sent on ${sayLongDay(sentAt)}`}</Text>}
      {!isSettled(request) && <SectionsDone done={done} of={of} mt="3" />}
      {asks > 0 && isOpen && (
        <Text mt="3" fontWeight="medium">
          <span>{`${countOf(asks, 'question')} from`}</span> <Words>{portal.adviser.name}</Words>
        </Text>
      )}
      {hasLeft && token && !isSettled(request) && (
        <Suspense>
          <LeftAnswers />
        </Suspense>
      )}
      {request.state !== 'waived' && isNewest && (
        <LinkButton
          key={request.state}
          to={inFactfind(isSent ? 'check' : '')}
          variant={isOpen ? 'solid' : 'outline'}
          mt="4"
        >
          <span>{isOpen ? (isBegun ? 'Go On' : 'Start') : isSent ? 'Change' : 'Your Answers'}</span>
        </LinkButton>
      )}
    </>
  );
}
