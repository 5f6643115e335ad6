import { chakra } from '@chakra-ui/react/styled-system';
import { ClipboardCheck, LifeBuoy, MessageCircle } from 'lucide-react';
import type { Client } from '#shared/contract/clients.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { formatDateTime, formatSince } from '../../lib/text/format.ts';
import { Badge } from '../../ui/feedback/badge.tsx';

/** Facts of a client that lists signal. */
export type Signalled = Pick<Client, 'unread' | 'stuckSince' | 'requestsToReview'>;

export const StuckBadge = ({ since }: { since: string }) => (
  <chakra.span display="inline-flex" title={`Asked for help ${formatDateTime(since)}`}>
    <Badge tone="yellow" icon={LifeBuoy}>
      {`Needs Help since ${formatSince(since, new Date())}`}
    </Badge>
  </chakra.span>
);

export const toReview = (requests: number) => `${requests} to review`;

export const Signals = ({ unread, stuckSince, requestsToReview }: Signalled) => (
  <>
    {stuckSince && <StuckBadge since={stuckSince} />}
    {unread > 0 && (
      <Badge tone="brand" icon={MessageCircle}>
        {countOf(unread, 'unread message')}
      </Badge>
    )}
    {requestsToReview > 0 && (
      <Badge tone="brand" icon={ClipboardCheck}>
        {toReview(requestsToReview)}
      </Badge>
    )}
  </>
);
