import { Button, type ButtonProps } from '@chakra-ui/react/button';
import { useMutation } from '@tanstack/react-query';
import { CircleSlash, FileSearch, Flag, Pencil, Plus, RotateCcw, Trash2, Undo2 } from 'lucide-react';
import { memo } from 'react';
import type { Document } from '#shared/contract/documents.ts';
import type { DocumentRequest } from '#shared/contract/requests.ts';
import { anchorOf } from '#shared/rules/anchors.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { flatStages } from '#shared/rules/journey.ts';
import { type RequestAct, resultOfAct } from '#shared/rules/request-acts.ts';
import { isSettled } from '#shared/rules/requests.ts';
import { sayDay } from '#shared/rules/say-date.ts';
import { useFocusFallback } from '../../../lib/screen/use-focus-fallback.ts';
import { Quote, whoseAnswer } from '../../../parts/request/quote.tsx';
import { RequestStateBadge } from '../../../parts/request/request-state.tsx';
import { decideRequest } from '../../../parts/request/requests.ts';
import { DueBadge } from '../../../parts/status/status-badges.tsx';
import { MenuButton } from '../../../ui/overlay/menu.tsx';
import type { MenuEntry } from '../../../ui/overlay/menu-keys.ts';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { useClient } from '../client-context.ts';
import { UploadButton } from '../documents/upload-button.tsx';
import { UploadList } from '../documents/upload-list.tsx';
import { ItemRow } from '../item-row.tsx';
import { stageLabel } from '../journey-facts.ts';
import { useTarget } from '../navigation.ts';
import { RequestFiles } from './request-files.tsx';

/** Acts that open a dialog of the section. */
export type DialogAct = 'review' | 'more' | 'return' | 'waive' | 'edit' | 'delete';

interface Props {
  request: DocumentRequest;
  files: readonly Document[];
  onAct: (act: DialogAct, request: DocumentRequest) => void;
}

function StageFact({ stageId }: { stageId: string | null }) {
  const stage = flatStages(useClient().stages).find(({ id }) => id === stageId);
  return (
    stage && (
      <span key={stage.id}>
        <Flag size={13} aria-hidden />
        {stageLabel(stage)}
      </span>
    )
  );
}

function Facts({ request }: { request: DocumentRequest }) {
  const { state, reason, stageId, dueDate, files, submittedAt, decidedAt } = request;
  const isOpen = state === 'open';
  return (
    <div className="facts">
      {state !== 'submitted' && <RequestStateBadge state={state} reason={reason} />}
      {isOpen && <DueBadge due={dueDate} />}
      {isOpen && dueDate && <span>{`Due: ${sayDay(dueDate)}`}</span>}
      {isOpen && files > 0 && <span>{`${countOf(files, 'file')} added, not handed in yet`}</span>}
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

function Quotes({ request: { state, files, answer, reason, waivedReason } }: { request: DocumentRequest }) {
  return (
    <>
      {answer && <Quote from={whoseAnswer(files)}>{answer}</Quote>}
      {state === 'open' && reason && <Quote from="What you asked the client to change">{reason}</Quote>}
      {waivedReason && <Quote from="Reason, which only staff see">{waivedReason}</Quote>}
    </>
  );
}

/** Returns the next row's first button, else the panel. It takes the focus when a row moves to another group. */
const nextRow = (button: HTMLElement) =>
  button.closest('li[id^="request-"]')?.nextElementSibling?.querySelector('button') ??
  button.closest<HTMLElement>('section');

const useRowButton = () => useFocusFallback<HTMLButtonElement>(nextRow);

const RowButton = (props: ButtonProps) => (
  <Button ref={useRowButton()} size="xs" variant="ghost" colorPalette="gray" color="fg.muted" {...props} />
);

const ENTRIES: Readonly<Record<DialogAct, Omit<MenuEntry, 'onSelect'>>> = {
  review: { label: 'Review', icon: FileSearch },
  more: { label: 'Ask for More', icon: Plus },
  return: { label: 'Send Back', icon: Undo2 },
  waive: { label: 'Waive', icon: CircleSlash },
  edit: { label: 'Edit', icon: Pencil },
  delete: { label: 'Delete', icon: Trash2, danger: true },
};

function RowMenu({ request, files, onAct }: Props) {
  const { id, title, version } = request;
  const { mutate } = useMutation(decideRequest('reopen', { title, clientName: useClient().client.name }));
  const ref = useRowButton();
  const reopen = () => mutate({ params: { id }, body: { version, decision: 'reopen' } });
  const entries = actsOn(request, files).inMenu.map(
    (act): MenuEntry =>
      act === 'reopen'
        ? { label: 'Reopen', icon: RotateCcw, onSelect: reopen }
        : { ...ENTRIES[act], onSelect: () => onAct(act, request) },
  );
  return entries.length > 0 && <MenuButton ref={ref} label={`More for ${title}`} color="fg.muted" groups={[entries]} />;
}

const MENU_ACTS = ['more', 'return', 'waive', 'reopen', 'edit', 'delete'] as const;

/** Returns the acts that the rules allow now: if the files can be reviewed, and the acts of the menu. */
function actsOn({ kind, state, round, files: current }: DocumentRequest, files: readonly Document[]) {
  const hasContent = files.length > 0 || current > 0 || round > 1;
  const isAllowed = (act: RequestAct) => 'next' in resultOfAct(act, { kind, state, files: current, hasContent });
  return { canReview: state !== 'approved' && isAllowed('approve'), inMenu: MENU_ACTS.filter(isAllowed) };
}

function Actions({ request, canReview, onAct }: Omit<Props, 'files'> & { canReview: boolean }) {
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
const Content = memo(function Content(props: Props) {
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

export function RequestRow(props: Props) {
  const { request } = props;
  return (
    <ItemRow {...useTarget(anchorOf.requests(request.id))} data-done={isSettled(request) || undefined}>
      <Content {...props} />
    </ItemRow>
  );
}
