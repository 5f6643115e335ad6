import { useId, useRef } from 'react';
import type { Document } from '#shared/contract/documents.ts';
import type { ClientRequest } from '#shared/contract/requests.ts';
import { isSettled } from '#shared/rules/requests.ts';
import { Words } from '../../../ui/text/words.tsx';
import { useAccess } from '../access.ts';
import { ANCHORS } from '../anchors.tsx';
import { EarlierFiles, RowFiles } from '../documents/row-files.tsx';
import { preloadedPart } from '../preloaded-part.tsx';
import { Row, UnfinishedLines } from '../row.tsx';
import { Due } from '../tasks/due.tsx';
import { Quote } from './quote.tsx';
import { RequestStateLine } from './request-state.tsx';
import { isOpenRequest, targetKey, titleOf, useHasAnswerDraft } from './requests.ts';

const Answer = preloadedPart(() => import('./answer.tsx'), '3rem');
const RequestActions = preloadedPart(() => import('./request-actions.tsx'), '6.5rem');

function UnfinishedRequest({ request }: { request: ClientRequest }) {
  const isTyped = useHasAnswerDraft(request.id);
  return (
    <UnfinishedLines
      target={targetKey(request)}
      of={{ requestId: request.id }}
      started={[isTyped && 'Answer not sent yet']}
    />
  );
}

interface Props {
  request: ClientRequest;
  startsOpen: boolean;
}

/** A requested document as a row of title, state and due date, with the rest inside. */
export function PortalRequestRow({ request, startsOpen }: Props) {
  const { token, portal } = useAccess();
  const summary = useRef<HTMLElement>(null);
  const titleId = useId();
  const { id, help, dueDate, reason, answer } = request;
  const files = portal.documents.filter(({ requestId }) => requestId === id);
  const isCurrent = ({ round }: Document) => round === request.round;
  return (
    <Row
      id={ANCHORS.request(id)}
      name="request"
      title={titleOf(request)}
      titleId={titleId}
      summary={summary}
      startsOpen={startsOpen}
      state={
        <>
          <RequestStateLine request={request} />
          {isOpenRequest(request) && dueDate && <Due date={dueDate} />}
        </>
      }
      unfinished={!isSettled(request) && <UnfinishedRequest request={request} />}
    >
      {help && (
        <Words as="p" color="fg.muted" whiteSpace="pre-line">
          {help}
        </Words>
      )}
      {isOpenRequest(request) && reason && (
        <Quote borderColor="orange.solid">
          “<Words>{reason}</Words>”
        </Quote>
      )}
      {answer && !isSettled(request) && <Answer by={request.answeredBy}>{answer}</Answer>}
      {!request.sign && <RowFiles documents={files.filter(isCurrent)} titleId={titleId} request={request} />}
      <EarlierFiles documents={files.filter((file) => !isCurrent(file))} />
      {(request.facts || request.sign || (token && !isSettled(request))) && (
        <RequestActions
          // The next attempt begins without the thanks and the files of the one before.
          key={request.askedAt}
          request={request}
          files={files}
          titleId={titleId}
          toTitle={() => summary.current?.focus()}
        />
      )}
    </Row>
  );
}
