import { Check, type LucideIcon, Plus, Undo2 } from 'lucide-react';
import type { DocumentRequest } from '#shared/contract/requests.ts';
import type { Decision } from '#shared/rules/requests.ts';
import type { ToastContent } from '../../lib/screen/notify.ts';
import { finalNotice } from '../../ui/overlay/notice.ts';
import { execute, runChange } from '../refreshes.ts';
import { decideRequest, type NamedRequest } from './request-changes.ts';

export type Answer = Extract<Decision, 'approve' | 'return' | 'more'>;

/** Answers that ask the client again, in a dialog of their own. */
export type Asked = Exclude<Answer, 'approve'>;

interface AnswerLook {
  answer: Answer;
  label: string;
  icon: LucideIcon;
  key: string;
}

/** Answers in the order of their buttons, with the key that presses each. */
const ANSWERS: readonly AnswerLook[] = [
  { answer: 'approve', label: 'Accept', icon: Check, key: 'a' },
  { answer: 'more', label: 'Ask for More', icon: Plus, key: 'm' },
  { answer: 'return', label: 'Send Back', icon: Undo2, key: 'r' },
];

/**
 * Returns the answers to a request. One without files cannot be accepted. A fact-find has a page for its own, and who
 * will not sign is asked again on the client's page.
 */
export const answersTo = ({ kind, files }: Pick<DocumentRequest, 'kind' | 'files'>) =>
  kind === 'file' ? ANSWERS.filter(({ answer }) => files > 0 || answer !== 'approve') : [];

/** Notice of the dialogs of an answer that came too late. */
export const DECIDED_ELSEWHERE = finalNotice('A colleague has already decided on this request.');

/** Accepts a request. The toast offers Undo, after what `first` returns. Rejects if it is refused. */
export const accept = (
  request: Pick<DocumentRequest, 'id' | 'version'> & NamedRequest,
  first?: () => ToastContent['action'],
) => {
  const params = { id: request.id };
  const undo = (version: number) => {
    void runChange(decideRequest('undo', request), { params, body: { version, decision: 'undo' } });
  };
  const accepting = decideRequest('approve', request, (answer) => {
    const { version } = answer as DocumentRequest;
    const [action, otherAction] = [first?.(), { label: 'Undo', onClick: () => undo(version) }].filter(Boolean);
    return { action, otherAction };
  });
  return execute(accepting, { params, body: { version: request.version, decision: 'approve' } });
};
