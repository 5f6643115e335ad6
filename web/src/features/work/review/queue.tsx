import { useCallback, useDeferredValue, useRef, useState } from 'react';
import type { RequestToReview } from '#shared/contract/requests.ts';
import { execute } from '../../../parts/refreshes.ts';
import { decideRequest } from '../../../parts/request/requests.ts';
import { lazyDialog } from '../../../ui/eager/lazy-dialog.tsx';
import { Sheet } from '../../../ui/layout/sheet.tsx';
import { finalNotice } from '../../../ui/overlay/notice.ts';
import { type Answer, QueueRow, Rows } from './queue-row.tsx';

const FilesDialog = lazyDialog(() => import('./files-dialog.tsx'));
const ReasonDialog = lazyDialog(() => import('../../../parts/request/reason-dialog.tsx'));

const accept = decideRequest('approve');

const DONE = { approve: 'Accepted', return: 'Sent back', more: 'Asked for more of' } as const;

const DECIDED = finalNotice('A colleague has already decided on this request.');

/** Returns what screen readers hear after a decision. */
const sentence = (answer: Answer, { title, clientName }: RequestToReview, left: number) =>
  `${DONE[answer]} “${title}” of ${clientName}. ${left > 0 ? `${left} left to review.` : 'Nothing left to review.'}`;

const rowsOf = (list: HTMLElement | null) => [
  ...(list?.querySelectorAll<HTMLElement>(':scope > li:not([inert])') ?? []),
];

/** Returns the rows after a request, then those before it, nearest first. */
function rowsAround(list: HTMLElement | null, { id }: RequestToReview): HTMLElement[] {
  const rows = rowsOf(list);
  const at = rows.findIndex(({ dataset }) => dataset.request === id);
  return [...rows.slice(at + 1), ...rows.slice(0, Math.max(0, at)).reverse()];
}

/** Returns the link of the first row that is still listed, else the section around the list. */
function linkIn(rows: readonly (Element | undefined)[], list: HTMLElement | null) {
  const listed = rowsOf(list);
  const row = rows.find((one) => listed.some((other) => other === one));
  return row?.querySelector<HTMLElement>('[data-row-link]') ?? list?.closest('section') ?? null;
}

interface Opened {
  kind: 'files' | Exclude<Answer, 'approve'>;
  request: RequestToReview;
  /** Rows to focus on closing: of the request, else around it. */
  rows: readonly (Element | undefined)[];
}

export interface QueueProps {
  requests: readonly RequestToReview[];
  /** Takes what happened, for screen readers. */
  onSaid: (text: string) => void;
}

/** Rows that fill the first screen; the rest is rendered deferred. */
const FIRST = 20;

/** Requests to review. A decision hides its row before the list is refetched, and moves the focus to the next row. */
export function Queue({ requests, onSaid }: QueueProps) {
  const [done, setDone] = useState<ReadonlySet<RequestToReview>>(new Set());
  const [opened, setOpened] = useState<Opened>();
  const [open, setOpen] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const shown = useDeferredValue(requests, requests.slice(0, FIRST));
  // With the current version, so that a refused decision can be repeated.
  const listed = requests.find(({ id }) => id === opened?.request.id);
  const current = listed ?? opened?.request;
  const close = () => setOpen(false);
  const finalFocus = () => linkIn(opened?.rows ?? [], list.current);
  const hide = useCallback((request: RequestToReview) => setDone((before) => new Set(before).add(request)), []);
  const openFiles = useCallback((request: RequestToReview, kind: Opened['kind'] = 'files') => {
    const row = rowsOf(list.current).find(({ dataset }) => dataset.request === request.id);
    setOpened({ kind, request, rows: [row, ...rowsAround(list.current, request)] });
    setOpen(true);
  }, []);
  const decide = useCallback(
    (answer: Answer, request: RequestToReview) => {
      if (answer !== 'approve') return openFiles(request, answer);
      const { id, version } = request;
      const others = rowsAround(list.current, request);
      const said = sentence(answer, request, others.length);
      const showAgain = () => setDone((before) => new Set([...before].filter((other) => other !== request)));
      setOpen(false);
      linkIn(others, list.current)?.focus();
      hide(request);
      execute(accept, { params: { id }, body: { version, decision: answer } }).then(() => onSaid(said), showAgain);
    },
    [openFiles, hide, onSaid],
  );
  const onSent = (kind: Opened['kind'], request: RequestToReview) => {
    if (kind !== 'files') onSaid(sentence(kind, request, rowsAround(list.current, request).length));
    hide(request);
  };
  return (
    <>
      <Sheet overflow="hidden" hidden={shown.length === 0}>
        <Rows ref={list}>
          {shown.map((request) => (
            <QueueRow
              key={request.id}
              request={request}
              isDone={done.has(request)}
              onOpen={openFiles}
              onDecide={decide}
            />
          ))}
        </Rows>
      </Sheet>
      {opened && current && (
        <FilesDialog
          key={`files ${current.id}`}
          request={current}
          open={open && opened.kind === 'files'}
          onClose={close}
          finalFocus={finalFocus}
          onDecide={(answer) => decide(answer, current)}
        />
      )}
      {opened && current && opened.kind !== 'files' && (
        <ReasonDialog
          key={`${opened.kind} ${current.id}`}
          request={current}
          decision={opened.kind}
          notice={listed ? undefined : DECIDED}
          open={open}
          onClose={close}
          finalFocus={finalFocus}
          onSent={() => onSent(opened.kind, current)}
        />
      )}
    </>
  );
}
