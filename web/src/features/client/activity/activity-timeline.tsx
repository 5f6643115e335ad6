import { Text } from '@chakra-ui/react/text';
import { useInfiniteQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Activity } from '#shared/contract/messages.ts';
import { type Earlier, EarlierButton } from '../../../ui/feedback/earlier-button.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../../ui/feedback/state.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { useClient } from '../client-context.ts';
import { useSection } from '../sections.ts';
import { Day } from './day.tsx';
import { byDay } from './days.ts';
import { activityQuery } from './queries.ts';

const SHOWN_AT_FIRST = 8;

interface EntriesProps {
  entries: readonly Activity[];
  /** The pages before them. */
  earlier: Earlier;
}

function Entries({ entries, earlier }: EntriesProps) {
  const [isFolded, setFolded] = useState(true);
  const list = useRef<HTMLDivElement>(null);
  const shown = isFolded ? entries.slice(0, SHOWN_AT_FIRST) : entries;
  const showMore = async () => (isFolded ? setFolded(false) : earlier.fetchNextPage());
  if (entries.length === 0) return <EmptyState icon={History} title="No activity yet" />;
  return (
    <>
      <Text role="status" srOnly>
        {shown.length > SHOWN_AT_FIRST && `Earlier entries shown: ${shown.length - SHOWN_AT_FIRST}`}
      </Text>
      <div ref={list}>
        {byDay(shown, new Date()).map((day) => (
          <Day key={day.name} day={day} />
        ))}
      </div>
      {(entries.length > shown.length || earlier.hasNextPage) && (
        <EarlierButton
          key={shown.length}
          what="activity"
          thread={earlier}
          onShow={showMore}
          next={() => [...(list.current?.querySelectorAll('li') ?? [])].at(-1) ?? null}
        />
      )}
    </>
  );
}

/** What happened to the client and by whom, newest first (contract, activity). */
export function ActivityTimeline() {
  const { id } = useClient().client;
  const record = useInfiniteQuery(activityQuery(id));
  const { data, error, refetch } = record;
  return (
    <Panel {...useSection('activity')} weight="plain" title="Activity">
      {data && <Entries entries={data} earlier={record} />}
      {!data && error && <ErrorState title="The activity could not be loaded" error={error} onRetry={refetch} />}
      {!data && !error && <Skeletons count={5} height="9" mb="2" />}
    </Panel>
  );
}
