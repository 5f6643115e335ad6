import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import type { ActivityDay } from './days.ts';
import { Entry } from './entry.tsx';

/** What happened on one day; whoever did several things in a row is named once. */
export const Day = ({ day: { name, entries } }: { day: ActivityDay }) => (
  <Box _notFirst={{ borderTopWidth: '1px', pt: '3', mt: '1' }}>
    <chakra.h3 textStyle="sm" fontWeight="semibold" pb="2">
      {name}
    </chakra.h3>
    <chakra.ol listStyleType="none" aria-label={name}>
      {entries.map((entry, i) => (
        <Entry
          key={entry.id}
          entry={entry}
          isNamed={entry.actorId !== entries[i - 1]?.actorId}
          isLast={entry.actorId !== entries[i + 1]?.actorId}
        />
      ))}
    </chakra.ol>
  </Box>
);
