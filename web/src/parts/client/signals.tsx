import { chakra } from '@chakra-ui/react/styled-system';
import { BellRing, ClipboardCheck, LifeBuoy, MessageCircle } from 'lucide-react';
import type { Client } from '#shared/contract/clients.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { londonParts } from '#shared/rules/london.ts';
import { daysAgo } from '#shared/rules/say-date.ts';
import { formatDateTime, formatSince } from '../../lib/text/format.ts';
import { Badge } from '../../ui/feedback/badge.tsx';

/** Facts of a client that lists signal. */
export type Signalled = Pick<Client, 'unread' | 'stuckSince' | 'requestsToReview' | 'reminders' | 'lastVisit'>;

export const HelpBadge = ({ since }: { since: string }) => (
  <chakra.span display="inline-flex" title={`Asked for help ${formatDateTime(since)}`}>
    <Badge tone="yellow" icon={LifeBuoy}>
      {`Needs Help since ${formatSince(since, new Date())}`}
    </Badge>
  </chakra.span>
);

export const toReview = (requests: number) => `${requests} to review`;

export const remindersSent = (reminders: number) => `${countOf(reminders, 'reminder')} since the last visit`;

const dayOf = (at: Date) => londonParts(at).date;

/** Names London's day of a moment: "today", "yesterday" or "14 days ago". */
export const sinceMoment = (moment: string, now: Date) => daysAgo(dayOf(new Date(moment)), dayOf(now));

export const lastVisitText = (lastVisit: string) => `Last visit ${sinceMoment(lastVisit, new Date())}`;

/** Grey, as it waits for nobody. */
export const RemindersBadge = ({ reminders, lastVisit }: Pick<Client, 'reminders' | 'lastVisit'>) =>
  reminders > 0 && (
    <chakra.span display="inline-flex" title={lastVisit ? lastVisitText(lastVisit) : undefined}>
      <Badge tone="gray" icon={BellRing}>
        {remindersSent(reminders)}
      </Badge>
    </chakra.span>
  );

export const Signals = ({ unread, stuckSince, requestsToReview, reminders, lastVisit }: Signalled) => (
  <>
    {stuckSince && <HelpBadge since={stuckSince} />}
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
    <RemindersBadge reminders={reminders} lastVisit={lastVisit} />
  </>
);
