import { useCallback, useDeferredValue, useRef, useState } from 'react';
import type { RequestToReview } from '#shared/contract/requests.ts';
import { type Answer, type Asked, accept, DECIDED_ELSEWHERE } from '../../../parts/request/answers.ts';
import { nameOf } from '../../../parts/request/request-changes.ts';
import type { ReviewProps } from '../../../parts/request/review-dialog.tsx';
import { lazyDialog } from '../../../ui/eager/lazy-dialog.tsx';
import { Sheet } from '../../../ui/layout/sheet.tsx';
import { QueueRow, Rows } from './queue-row.tsx';

const ReviewDialog = lazyDialog<ReviewProps<RequestToReview>>(() => import('../../../parts/request/review-dialog.tsx'));
const ReasonDialog = lazyDialog(() => import('../../../parts/request/reason-dialog.tsx'));

const DONE = { approve: 'Accepted', return: 'Sent back', more: 'Asked for more of' } as const;

/** Returns what screen readers hear after a decision. */
const sentence = (answer: Answer, request: RequestToReview, left: number) =>
  `${DONE[answer]} ${nameOf(request)}. ${left > 0 ? `${left} left to review.` : 'Nothing left to review.'}`;

const rowsOf = (list: HTMLElement | null) => [
  ...(list?.querySelectorAll<HTMLElement>(':scope > li:not([inert])') ?? []),
];

/** Returns the rows after a request, then those before it, nearest first. */
function rowsAround(list: HTMLElement | null, { id }: RequestToReview): HTMLElement[] {
  const rows = rowsOf(list);
  const at = rows.findIndex(({ dataset }) => dataset.request === id);
  return [...rows.slice(at + 1), ...rows.slice(0, Math.max(0, at)).reverse()];
}

/** Returns the request's row and those around it. */
const rowsFrom = (list: HTMLElement | null, request: RequestToReview) => [
  rowsOf(list).find(({ dataset }) => dataset.request === request.id),
  ...rowsAround(list, request),
];

/** Returns the link of the first row that is still listed, else the section around the list. */
function linkIn(rows: readonly (Element | undefined)[], list: HTMLElement | null) {
  const listed = rowsOf(list);
  const row = rows.find((one) => listed.some((other) => other === one));
  return row?.querySelector<HTMLElement>('[data-row-link]') ?? list?.closest('section') ?? null;
}

interface Opened {
  /** Undefined while the files are shown. */
  answer?: Asked | undefined;
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

/** Requests to review. A decision hides its row before the list is refetched. */
export function Queue({ requests, onSaid }: QueueProps) {
  const [done, setDone] = useState<ReadonlySet<RequestToReview>>(new Set());
  const [opened, setOpened] = useState<Opened>();
  const [open, setOpen] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  // The others are settled on pages of their own.
  const inDialog = requests.filter(({ kind }) => kind === 'file');
  const shown = useDeferredValue(requests, requests.slice(0, FIRST));
  // With the current version, so that a refused decision can be repeated.
  const listed = requests.find(({ id }) => id === opened?.request.id);
  const current = listed ?? opened?.request;
  const close = () => setOpen(false);
  const hide = (request: RequestToReview) => setDone((before) => new Set(before).add(request));
  const show = useCallback((request: RequestToReview, answer?: Asked) => {
    setOpened({ request, answer, rows: rowsFrom(list.current, request) });
    setOpen(true);
  }, []);
  const onAccept = (request: RequestToReview) => {
    const said = sentence('approve', request, rowsAround(list.current, request).length);
    const showAgain = () => setDone((before) => new Set([...before].filter((other) => other !== request)));
    hide(request);
    const accepting = accept(request);
    accepting.then(() => onSaid(said), showAgain);
    return accepting;
  };
  const onSent = (answer: Asked, request: RequestToReview) => {
    onSaid(sentence(answer, request, rowsAround(list.current, request).length));
    hide(request);
  };
  return (
    <>
      <Sheet overflow="hidden" hidden={shown.length === 0}>
        <Rows ref={list}>
          {shown.map((request) => (
            <QueueRow key={request.id} request={request} isDone={done.has(request)} onOpen={show} onAsk={show} />
          ))}
        </Rows>
      </Sheet>
      {opened && current && !opened.answer && (
        <ReviewDialog
          key={opened.request.id}
          request={opened.request}
          requests={inDialog}
          open={open}
          onClose={close}
          finalFocus={(request) => linkIn(rowsFrom(list.current, request), list.current)}
          onAccept={onAccept}
          onSent={onSent}
        />
      )}
      {opened?.answer && current && (
        <ReasonDialog
          key={`${opened.answer} ${current.id}`}
          request={current}
          decision={opened.answer}
          notice={listed ? undefined : DECIDED_ELSEWHERE}
          open={open}
          onClose={close}
          finalFocus={() => linkIn(opened.rows, list.current)}
          onSent={() => opened.answer && onSent(opened.answer, current)}
        />
      )}
    </>
  );
}
