import { Box } from '@chakra-ui/react/box';
import { Center } from '@chakra-ui/react/center';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { Building2 } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router';
import type { Notice } from '#shared/contract/notifications.ts';
import { clientPath } from '../../lib/navigation/paths.ts';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { Avatar } from '../../ui/text/avatar.tsx';
import { Words } from '../../ui/text/words.tsx';
import { NoticeLine, type Notices } from './notice-line.tsx';

const ClientLink = chakra(Link, { base: { borderRadius: 'l1', _hover: { textDecoration: 'underline' } } });

/** Whom a group is about: a client, or the firm as a whole. */
const Face = ({ clientId, clientName }: Notice) =>
  clientId === null ? (
    <Center boxSize="8" flexShrink="0" borderRadius="full" bg="bg.muted" color="fg.muted">
      <Building2 size={18} aria-hidden />
    </Center>
  ) : (
    <Avatar name={clientName ?? ''} size="8" />
  );

const Name = ({ clientId, clientName }: Notice) =>
  clientId === null ? (
    'The firm'
  ) : (
    <ClientLink to={clientPath(clientId)}>
      <Words>{clientName}</Words>
    </ClientLink>
  );

/** Puts the unread messages of a client into one row, and those that were read into another. */
const rowsOf = (notices: readonly Notice[]) =>
  [
    ...Map.groupBy(notices, ({ id, kind, read }) => (kind === 'message' ? `messages, read: ${read}` : id)).values(),
  ] as unknown as Notices[];

interface GroupProps {
  notices: readonly Notice[];
  onMark: (ids: string[]) => Promise<unknown>;
}

function Group({ notices, onMark }: GroupProps) {
  const title = useId();
  const [newest] = notices;
  const unread = notices.filter(({ read }) => !read).length;
  if (!newest) return null;
  return (
    <Sheet as="section" aria-labelledby={title} tabIndex={-1} px={{ base: '4', md: '5' }} pt="3" pb="1">
      <Flex align="center" gap="3" mb="2.5">
        <Face {...newest} />
        <chakra.h2 id={title} flex="1" minW="0" textStyle="lg" lineHeight="shorter">
          <Name {...newest} />
        </chakra.h2>
        {unread > 0 && (
          <Text as="span" textStyle="xs" color="fg.muted" whiteSpace="nowrap">
            {unread} unread
          </Text>
        )}
      </Flex>
      <Box as="ul" listStyleType="none">
        {rowsOf(notices).map((row) => (
          <NoticeLine key={row[0].id} notices={row} onMark={() => onMark(row.map(({ id }) => id))} />
        ))}
      </Box>
    </Sheet>
  );
}

/** Notices by client, those first where something happened last. */
export const NoticeGroups = ({ notices, onMark }: GroupProps) => (
  <Grid gap="4" templateColumns="minmax(0, 1fr)">
    {[...Map.groupBy(notices, ({ clientId }) => clientId)].map(([clientId, group]) => (
      <Group key={clientId} notices={group} onMark={onMark} />
    ))}
  </Grid>
);
