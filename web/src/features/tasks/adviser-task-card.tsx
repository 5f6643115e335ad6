import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { CalendarDays, UserRound } from 'lucide-react';
import { Link } from 'react-router';
import type { PendingTask } from '#shared/contract/tasks.ts';
import { formatDate } from '../../lib/format.ts';
import { clientPath } from '../../lib/paths.ts';
import { DueBadge } from '../../parts/status-badge.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Words } from '../../ui/words.tsx';

const CardLink = chakra(Link, {
  base: { fontWeight: 'semibold', _before: { content: '""', position: 'absolute', inset: '0', borderRadius: 'l3' } },
});

const Facts = ({ clientName, dueDate }: Pick<PendingTask, 'clientName' | 'dueDate'>) => (
  <Flex columnGap="5" rowGap="1" wrap="wrap" mt="2" textStyle="sm" color="fg.muted">
    <Flex as="span" align="center" gap="1.5">
      <UserRound size={15} aria-hidden />
      <Words>{clientName}</Words>
    </Flex>
    {dueDate && (
      <Flex as="span" align="center" gap="1.5">
        <CalendarDays size={15} aria-hidden />
        Due: {formatDate(dueDate)}
      </Flex>
    )}
  </Flex>
);

/** A task of the adviser's; a click anywhere opens its client. */
export const AdviserTaskCard = ({ title, description, clientId, clientName, dueDate }: PendingTask) => (
  <Sheet
    as="li"
    position="relative"
    px="4"
    py="3"
    css={{ contentVisibility: 'auto', containIntrinsicSize: 'auto 6.5rem' }}
    _hover={{ borderColor: 'brand.border', boxShadow: 'md' }}
  >
    <Flex justify="space-between" align="start" gap="3">
      <Box minW="0">
        <Words as="p">
          <CardLink to={clientPath(clientId)}>{title}</CardLink>
        </Words>
        {description && (
          <Words as="p" color="fg.muted" textStyle="sm" lineClamp={2}>
            {description}
          </Words>
        )}
      </Box>
      <DueBadge due={dueDate} />
    </Flex>
    <Facts clientName={clientName} dueDate={dueDate} />
  </Sheet>
);
