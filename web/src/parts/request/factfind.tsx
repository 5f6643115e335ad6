import { Button, type ButtonProps } from '@chakra-ui/react/button';
import { Plus } from 'lucide-react';
import type { DocumentRequest } from '#shared/contract/requests.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { sayShortDayAndMonth } from '#shared/rules/say-date.ts';
import { errorToast } from '../../lib/http/failure.ts';
import { read } from '../../lib/query/query.ts';
import { useFocusFallback } from '../../lib/screen/use-focus-fallback.ts';
import { dotted } from '../../lib/text/format.ts';
import { adviserChange } from '../refreshes.ts';
import { openStartFactfind } from './open-ask.ts';

/** Reads the newest fact-find with all answers. The server records one reading a day and person. */
export const factfindQuery = (clientId: string) => read('GET /api/clients/{id}/factfind', { params: { id: clientId } });

export const startFactfind = (isEmailed: boolean) =>
  adviserChange('POST /api/clients/{id}/factfind', {
    success: { title: 'Fact-Find Started', ...(isEmailed && { description: 'The client is told by email.' }) },
    failure: errorToast('Failed to start the fact-find'),
  });

export const addFactfindSections = adviserChange('POST /api/clients/{id}/factfind/people', {
  success: { title: 'Sections Added' },
  failure: errorToast('Failed to add sections'),
});

export type FactfindStatus = Pick<DocumentRequest, 'state' | 'facts' | 'decidedAt'>;

const on = (at: string | null | undefined) => (at ? ` ${sayShortDayAndMonth(at)}` : '');

/** "With the client · 3 of 12 sections", "To review · sent 2 Dec", "Agreed 4 Dec" or "Waived". */
export function sayFactfind({ state, facts, decidedAt }: FactfindStatus): string {
  switch (state) {
    case 'open':
      return dotted(['With the client', facts && `${facts.done} of ${countOf(facts.of, 'section')}`]);
    case 'submitted':
      return dotted(['To review', facts?.sentAt && `${facts.together ? 'handed in' : 'sent'}${on(facts.sentAt)}`]);
    case 'approved':
      return `Agreed${on(facts?.agreedOn ?? decidedAt)}`;
    case 'waived':
      return 'Waived';
  }
}

/** Opens the dialog. Hidden by its owner while a fact-find is under way. */
export const StartFactfind = ({ clientId, ...button }: ButtonProps & { clientId: string }) => (
  <Button ref={useFocusFallback()} {...button} onClick={() => openStartFactfind.emit(clientId)}>
    <Plus aria-hidden />
    Start Fact-Find…
  </Button>
);
