import { chakra } from '@chakra-ui/react/styled-system';
import { LifeBuoy, MessageCircle } from 'lucide-react';
import type { Client } from '#shared/contract/clients.ts';
import { countOf } from '#shared/rules/words.ts';
import { formatDateTime } from '../../../lib/text/format.ts';

/** What waits for the adviser at a client, in one line of a table: marks, and words for those who hear them. */
export const RowSignals = ({ unread, stuckSince }: Pick<Client, 'unread' | 'stuckSince'>) => (
  <>
    {stuckSince && (
      <span data-signal="stuck" title={`Asked for help ${formatDateTime(stuckSince)}`}>
        <LifeBuoy size={14} aria-hidden />
        <chakra.span srOnly>Stuck since {formatDateTime(stuckSince)}</chakra.span>
      </span>
    )}
    {unread > 0 && (
      <span data-signal="unread" title={countOf(unread, 'unread message')}>
        <MessageCircle size={14} aria-hidden />
        <chakra.span srOnly>{countOf(unread, 'unread message')}</chakra.span>
      </span>
    )}
  </>
);
