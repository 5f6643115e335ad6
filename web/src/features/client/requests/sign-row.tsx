import { Flex } from '@chakra-ui/react/flex';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleDashed, CircleSlash, CircleX, type LucideIcon } from 'lucide-react';
import { memo, useState } from 'react';
import type { Document } from '#shared/contract/documents.ts';
import type { Stage } from '#shared/contract/journey.ts';
import type { DocumentRequest } from '#shared/contract/requests.ts';
import { isSettled, type RequestState } from '#shared/rules/requests.ts';
import { sayDay } from '#shared/rules/say-date.ts';
import { peopleQuery } from '../../../parts/client/people.ts';
import { Blocked, PreviewButton } from '../../../parts/document/document-buttons.tsx';
import { saySigning } from '../../../parts/request/signing.ts';
import { ActionButton } from '../../../ui/feedback/action-button.tsx';
import { Badge, type Tone } from '../../../ui/feedback/badge.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { useClient } from '../client-context.ts';
import { pendingStage } from '../journey/completing.ts';
import { changeStage } from '../journey/queries.ts';
import { documentsQuery } from '../queries.ts';
import { DueFact, Quotes, RowMenu, type RowProps, StageFact, useRowButton } from './row-parts.tsx';

const LOOKS: Readonly<Record<RequestState, readonly [tone: Tone, icon: LucideIcon]>> = {
  open: ['gray', CircleDashed],
  submitted: ['orange', CircleX],
  approved: ['green', CircleCheck],
  waived: ['gray', CircleSlash],
};

function StateBadge({ request }: { request: DocumentRequest }) {
  const [tone, icon] = LOOKS[request.state];
  return (
    <Badge tone={tone} icon={icon} wraps>
      {saySigning(request)}
    </Badge>
  );
}

/** Number of the client's first person. */
const FIRST_PERSON = 1;

/** Names one of the client's further people, who signs. */
function Signer({ person }: { person: number }) {
  const { id } = useClient().client;
  const { data = [] } = useQuery(peopleQuery(id));
  const signer = data.find((one) => one.id === `${id}.p${person}`);
  return (
    signer && (
      <span>
        For <Words>{signer.name}</Words> to sign
      </span>
    )
  );
}

function Facts({ request }: { request: DocumentRequest }) {
  const { state, stageId, sign, submittedAt, decidedAt } = request;
  return (
    <div className="facts">
      <StateBadge request={request} />
      <DueFact request={request} />
      {state === 'submitted' && submittedAt && (
        <span>
          <RelativeTime value={submittedAt} />
        </span>
      )}
      {state === 'waived' && decidedAt && <span>{sayDay(decidedAt)}</span>}
      {sign && sign.person !== FIRST_PERSON && <Signer person={sign.person} />}
      <StageFact stageId={stageId} />
    </div>
  );
}

/** Looks like a link, as it opens a document. */
const NAME = {
  size: 'xs',
  variant: 'plain',
  px: '0',
  maxW: 'full',
  h: 'auto',
  minH: '8',
  whiteSpace: 'normal',
  textAlign: 'start',
  color: 'fg.muted',
  fontWeight: 'medium',
  _hover: { textDecoration: 'underline' },
} as const;

interface PaperProps {
  document: Document | undefined;
  onBlocked: (address: string) => void;
  /** Accessible name of the button, with the words that it shows. */
  label: string;
  children: string;
}

const Paper = ({ document, onBlocked, label, children }: PaperProps) =>
  document && (
    <PreviewButton {...NAME} document={document} onBlocked={onBlocked} aria-label={label}>
      <Words className="notranslate">{children}</Words>
    </PreviewButton>
  );

/** The document to sign, and its signed copy once there is one. Their names open them. */
function Papers({ request: { title, sign } }: Pick<RowProps, 'request'>) {
  const { data } = useQuery({ ...documentsQuery(useClient().client.id), retryOnMount: false });
  const [blocked, setBlocked] = useState<string>();
  const original = data?.find(({ id }) => id === sign?.documentId);
  const copy = data?.find(({ id }) => id === sign?.signedDocumentId);
  const name = original?.name ?? '';
  return (
    <>
      <Flex columnGap="4" wrap="wrap">
        <Paper document={original} onBlocked={setBlocked} label={`Open ${name}`}>
          {name}
        </Paper>
        <Paper document={copy} onBlocked={setBlocked} label={`Open Signed copy of ${title}`}>
          Signed copy
        </Paper>
      </Flex>
      {blocked && <Blocked address={blocked} />}
    </>
  );
}

const CompleteButton = ({ stage }: { stage: Stage }) => (
  <ActionButton
    ref={useRowButton()}
    size="xs"
    variant="outline"
    busyLabel="Saving..."
    onAction={() => changeStage(stage, { status: 'completed' })}
  >
    <CircleCheck aria-hidden />
    <span>{`Complete ${stage.stageNumber}`}</span>
  </ActionButton>
);

/** Completes the stage of a signed document, unless the signature did. */
function CompleteStage({ stageId }: Pick<DocumentRequest, 'stageId'>) {
  const stage = pendingStage(useClient().client.id, ({ id }) => id === stageId);
  return stage && <CompleteButton stage={stage} />;
}

/** Content of the row of a document to sign, memoised so that a decision renders one row. */
export default memo(function SignContent(props: RowProps) {
  const { request } = props;
  const { title, help, state, stageId } = request;
  return (
    <>
      <div>
        <div className="line">
          <p className="title" dir="auto">
            {title}
          </p>
          <Facts request={request} />
        </div>
        {help && !isSettled(request) && (
          <p className="description" dir="auto">
            {help}
          </p>
        )}
        <Quotes request={request} />
        <Papers request={request} />
      </div>
      <div className="acts">
        {state === 'approved' && <CompleteStage stageId={stageId} />}
        <RowMenu {...props} />
      </div>
    </>
  );
});
