import { FileSearch } from 'lucide-react';
import { memo, Suspense } from 'react';
import type { DocumentRequest } from '#shared/contract/requests.ts';
import { anchorOf } from '#shared/rules/anchors.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { isSettled } from '#shared/rules/requests.ts';
import { sayDay } from '#shared/rules/say-date.ts';
import { RequestStateBadge } from '../../../parts/request/request-state.tsx';
import { lazyPart } from '../../../ui/eager/lazy-part.tsx';
import { NotLoaded, Skeletons } from '../../../ui/eager/state.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { UploadButton } from '../documents/upload-button.tsx';
import { UploadList } from '../documents/upload-list.tsx';
import { ItemRow } from '../item-row.tsx';
import { useTarget } from '../navigation.ts';
import { FactfindContent } from './factfind-row.tsx';
import { RequestFiles } from './request-files.tsx';
import { actsOn, DueFact, Quotes, RowButton, RowMenu, type RowProps, StageFact } from './row-parts.tsx';

const SignContent = lazyPart(() => import('./sign-row.tsx'), NotLoaded);

function Facts({ request }: { request: DocumentRequest }) {
  const { state, reason, stageId, files, submittedAt, decidedAt } = request;
  return (
    <div className="facts">
      {state !== 'submitted' && <RequestStateBadge state={state} reason={reason} />}
      <DueFact request={request} />
      {state === 'open' && files > 0 && <span>{`${countOf(files, 'file')} added, not handed in yet`}</span>}
      {state === 'submitted' && submittedAt && (
        <span>
          Handed in <RelativeTime value={submittedAt} />
        </span>
      )}
      {isSettled(request) && decidedAt && <span>{sayDay(decidedAt)}</span>}
      <StageFact stageId={stageId} />
    </div>
  );
}

function Actions({ request, canReview, onAct }: Omit<RowProps, 'files'> & { canReview: boolean }) {
  const { id, title } = request;
  return (
    <>
      {canReview && (
        <RowButton
          variant="outline"
          colorPalette="brand"
          color={undefined}
          aria-label={`Review: ${title}`}
          onClick={() => onAct('review', request)}
        >
          <FileSearch aria-hidden />
          Review
        </RowButton>
      )}
      <UploadButton
        requestId={id}
        label={`Upload Document for ${title}`}
        variant="ghost"
        colorPalette="gray"
        color="fg.muted"
      >
        Upload
      </UploadButton>
    </>
  );
}

/** Content of a row, memoised so that a decision renders one row. */
const Content = memo(function Content(props: RowProps) {
  const { request, files, onAct } = props;
  const { id, title, help, round } = request;
  const isOpen = !isSettled(request);
  const { canReview } = actsOn(request, files);
  return (
    <>
      <div>
        <div className="line">
          <p className="title" dir="auto">
            {title}
          </p>
          <Facts request={request} />
        </div>
        {help && isOpen && (
          <p className="description" dir="auto">
            {help}
          </p>
        )}
        <Quotes request={request} />
        <RequestFiles files={files} title={title} round={round} isReviewed={canReview} />
        <UploadList isListed={({ requestId }) => requestId === id} />
      </div>
      <div className="acts">
        {isOpen && <Actions request={request} canReview={canReview} onAct={onAct} />}
        <RowMenu {...props} />
      </div>
    </>
  );
});

const SignRow = (props: RowProps) => (
  <Suspense fallback={<Skeletons count={1} height="14" />}>
    <SignContent {...props} />
  </Suspense>
);

/** `hasPage` is set for the newest fact-find. */
export function RequestRow({ hasPage, ...props }: RowProps & { hasPage: boolean }) {
  const { request } = props;
  return (
    <ItemRow {...useTarget(anchorOf.requests(request.id))} data-done={isSettled(request) || undefined}>
      {request.kind === 'file' && <Content {...props} />}
      {request.kind === 'facts' && <FactfindContent hasPage={hasPage} {...props} />}
      {request.kind === 'sign' && <SignRow {...props} />}
    </ItemRow>
  );
}
