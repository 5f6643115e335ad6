import { Button, type ButtonProps } from '@chakra-ui/react/button';
import { useMutation } from '@tanstack/react-query';
import { CircleSlash, FileSearch, Flag, Pencil, Plus, RotateCcw, Trash2, Undo2 } from 'lucide-react';
import type { Document } from '#shared/contract/documents.ts';
import type { DocumentRequest } from '#shared/contract/requests.ts';
import { flatStages } from '#shared/rules/journey.ts';
import { type RequestAct, resultOfAct } from '#shared/rules/request-acts.ts';
import { sayDay } from '#shared/rules/say-date.ts';
import { useFocusFallback } from '../../../lib/screen/use-focus-fallback.ts';
import { answerHeading, Quote } from '../../../parts/request/quote.tsx';
import { decideRequest } from '../../../parts/request/request-changes.ts';
import { DueBadge } from '../../../parts/status/status-badges.tsx';
import { MenuButton } from '../../../ui/overlay/menu.tsx';
import type { MenuEntry } from '../../../ui/overlay/menu-keys.ts';
import { useClient } from '../client-context.ts';
import { stageLabel } from '../journey-facts.ts';

// Parts of the rows of documents and of fact-finds.

/** Acts that open a dialog of the section. */
export type DialogAct = 'review' | 'more' | 'return' | 'waive' | 'edit' | 'delete';

export interface RowProps {
  request: DocumentRequest;
  files: readonly Document[];
  onAct: (act: DialogAct, request: DocumentRequest) => void;
}

export function StageFact({ stageId }: { stageId: string | null }) {
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

/** Due date while the client is asked. */
export const DueFact = ({ request: { state, dueDate } }: { request: DocumentRequest }) =>
  state === 'open' && (
    <>
      <DueBadge due={dueDate} />
      {dueDate && <span>{`Due: ${sayDay(dueDate)}`}</span>}
    </>
  );

export function Quotes({ request }: { request: DocumentRequest }) {
  const { state, answer, reason, waivedReason } = request;
  return (
    <>
      {answer && <Quote from={answerHeading(request)}>{answer}</Quote>}
      {state === 'open' && reason && <Quote from="What you asked the client to change">{reason}</Quote>}
      {waivedReason && <Quote from="Reason, which only staff see">{waivedReason}</Quote>}
    </>
  );
}

/** Returns the next row's first button, else the panel. It takes the focus when a row moves to another group. */
const nextRow = (button: HTMLElement) =>
  button.closest('li[id^="request-"]')?.nextElementSibling?.querySelector('button') ??
  button.closest<HTMLElement>('section');

export const useRowButton = () => useFocusFallback<HTMLButtonElement>(nextRow);

export const RowButton = (props: ButtonProps) => (
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

export function RowMenu({ request, files, onAct }: RowProps) {
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
export function actsOn({ kind, state, round, files: current, facts }: DocumentRequest, files: readonly Document[]) {
  const hasContent = files.length > 0 || current > 0 || round > 1 || facts?.isBegun === true;
  const isAllowed = (act: RequestAct) => 'next' in resultOfAct(act, { kind, state, files: current, hasContent });
  // "Ask for More" speaks of files.
  const acts = kind === 'sign' ? MENU_ACTS.filter((act) => act !== 'more') : MENU_ACTS;
  return { canReview: state !== 'approved' && isAllowed('approve'), inMenu: acts.filter(isAllowed) };
}
