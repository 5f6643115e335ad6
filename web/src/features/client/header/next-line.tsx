import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Loa } from '#shared/contract/loas.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { londonParts } from '#shared/rules/london.ts';
import { meetingAhead } from '#shared/rules/meetings.ts';
import { whoOf } from '#shared/rules/open-kinds.ts';
import {
  isFactfind,
  linesOf,
  type OpenItem,
  openWork,
  sayDue,
  sayOpen,
  workingDaysSince,
} from '#shared/rules/open-work.ts';
import { sayDayAndMonth } from '#shared/rules/say-date.ts';
import { isDue } from '#shared/rules/urgency.ts';
import type { Calendar } from '#shared/rules/working-days.ts';
import { useMe } from '../../../parts/account/me.ts';
import { placeOfOpen } from '../../../parts/client/open-place.ts';
import { sayWho } from '../../../parts/client/waiting.tsx';
import { loasQuery } from '../../../parts/loa/loas.ts';
import { requestsQuery } from '../../../parts/request/requests.ts';
import { settingsQuery } from '../../../parts/settings.ts';
import { Skeletons } from '../../../ui/eager/state.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { useClient } from '../client-context.ts';
import { tasksQuery } from '../queries.ts';
import { clientRemindersQuery } from '../requests/queries.ts';
import { nextHeight } from './next-height.ts';

/** Number of the adviser's items that are named. */
const NAMED = 4;

const toOpenLetter = ({ id, provider, state, sentOn, nextChase }: Loa) => ({
  id,
  provider,
  state,
  ...(sentOn && { sentOn }),
  ...(nextChase && { nextChase }),
});

/** Returns what is open of the client; undefined while it loads, and null if a read failed: its section says so. */
function useOpenItems(calendar: Calendar): OpenItem[] | null | undefined {
  const { client, stages } = useClient();
  const { data: tasks, error: noTasks } = useQuery(tasksQuery(client.id));
  const { data: requests, error: noRequests } = useQuery(requestsQuery(client.id));
  const { data: letters, error: noLetters } = useQuery(loasQuery(client.id));
  if (!tasks || !requests || !letters) return (noTasks ?? noRequests ?? noLetters) ? null : undefined;
  const now = new Date();
  const booked = stages.flatMap(({ subStages }) => meetingAhead(subStages, now) ?? []);
  const facts = {
    ...client,
    helpSince: client.stuckSince,
    // Only how many there are is shown.
    unreadSince: client.unread > 0 ? now.toISOString() : null,
    booked: Object.fromEntries(booked.map(({ stageNumber, bookedFor }) => [String(stageNumber), bookedFor])),
    hasVisited: client.lastVisit !== null,
    tasks,
    requests,
    letters: letters.map(toOpenLetter),
    files: [],
  };
  return openWork(facts, calendar);
}

const PlaceLink = chakra(Link, {
  base: {
    textDecoration: 'underline',
    textUnderlineOffset: '3px',
    textDecorationColor: 'border.emphasized',
    _hover: { color: 'brand.fg' },
  },
});

/** Leads to the place where items of one kind are settled. */
function Place({ of: items, children }: { of: readonly OpenItem[]; children: string }) {
  const { id } = useClient().client;
  const [first] = items;
  if (!first) return null;
  const { kind, ref } = first;
  return (
    <li>
      <PlaceLink to={placeOfOpen(id, { kind, ref, ...(isFactfind(items) && { asks: 'facts' }) }, '')}>
        <Words>{children}</Words>
      </PlaceLink>
    </li>
  );
}

const Part = ({ who, children }: { who: string; children: ReactNode }) => (
  <Flex columnGap="2" wrap="wrap" align="baseline">
    <chakra.b fontWeight="semibold">
      <Words>{`${who}:`}</Words>
    </chakra.b>
    <chakra.ul
      display="flex"
      flexWrap="wrap"
      listStyleType="none"
      css={{
        '& > li:not(:last-child)::after': { content: '"\u00A0·"', marginInlineEnd: '0.25rem', color: 'fg.muted' },
      }}
    >
      {children}
    </chakra.ul>
  </Flex>
);

function OfAdviser({ items, today }: { items: readonly OpenItem[]; today: string }) {
  const { adviserId } = useClient().client;
  const lines = linesOf(items);
  const isOwn = adviserId === useMe().id;
  const more = lines.slice(NAMED);
  return (
    <Part who={sayWho('adviser', isOwn)}>
      {lines.slice(0, NAMED).map((line) => {
        const [first] = line;
        if (!first) return null;
        const isDated = (first.kind === 'task' || first.kind === 'chase') && first.due;
        return (
          <Place key={`${first.kind} ${first.ref}`} of={line}>
            {isDated ? `${sayOpen(line)}, ${sayDue(isDated, today)}` : sayOpen(line)}
          </Place>
        );
      })}
      {more[0] && <Place of={more[0]}>{`${more.length} more`}</Place>}
    </Part>
  );
}

function OfClient({ items }: { items: readonly OpenItem[] }) {
  const { data: next } = useQuery({
    ...clientRemindersQuery(useClient().client.id),
    select: (reminders) => reminders.next,
  });
  return (
    <Part who="Client">
      {linesOf(items).map((line) => (
        <Place key={line[0]?.kind} of={line}>
          {sayOpen(line)}
        </Place>
      ))}
      {next && <li>{`next reminder on ${sayDayAndMonth(next)}`}</li>}
    </Part>
  );
}

function OfProvider({ letter, calendar }: { letter: OpenItem; calendar: Calendar }) {
  const waited = `waiting for ${countOf(workingDaysSince(letter.since ?? calendar.today, calendar), 'working day')}`;
  const chase = letter.due && !isDue(letter, calendar.today) ? `, next chase on ${sayDayAndMonth(letter.due)}` : '';
  return (
    <Part who={letter.title}>
      <Place of={[letter]}>{waited + chase}</Place>
    </Part>
  );
}

/** Says what is next for this client, and who is waited for. Each part leads to its place on the page. */
export default function NextLine() {
  const { data: closed = [] } = useQuery({ ...settingsQuery, select: ({ firm }) => firm.closedDays });
  const calendar = { today: londonParts(new Date()).date, closed };
  const items = useOpenItems(calendar);
  const height = nextHeight(useClient().client);
  if (items === null) return null;
  if (!items) return <Skeletons count={1} height={height} gridColumn="1 / -1" />;
  const of = (who: string) => items.filter((open) => whoOf(open) === who);
  const [adviser, client, providers] = [of('adviser'), of('client'), of('provider')];
  return (
    <Flex
      as="section"
      aria-label="Next"
      gridColumn="1 / -1"
      columnGap="6"
      rowGap="1"
      wrap="wrap"
      textStyle="sm"
      alignContent="start"
      minH={height}
    >
      {adviser.length > 0 && <OfAdviser items={adviser} today={calendar.today} />}
      {client.length > 0 && <OfClient items={client} />}
      {providers.map((letter) => (
        <OfProvider key={letter.ref} letter={letter} calendar={calendar} />
      ))}
      {items.length === 0 && (
        <chakra.span color="fg.muted">Nobody has anything to do. Assign a task, or ask for something.</chakra.span>
      )}
    </Flex>
  );
}
