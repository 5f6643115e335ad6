import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { LockKeyhole, LockKeyholeOpen, Mail, ShieldCheck, UserRound } from 'lucide-react';
import { Link } from 'react-router';
import type { ListedAdviser } from '#shared/contract/advisers.ts';
import { countOf } from '#shared/rules/words.ts';
import { humanise } from '../../../lib/text/format.ts';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Td } from '../../../ui/layout/table.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { sectionPath } from '../sections.ts';
import { AdviserActions } from './adviser-actions.tsx';

const CountLink = chakra(Link, {
  base: { color: 'brand.fg', textStyle: 'sm', textDecoration: 'underline', textUnderlineOffset: '3px' },
});

/** How many clients somebody has, as the way to them. */
const Clients = ({ adviser: { id, name, clients } }: { adviser: ListedAdviser }) =>
  clients === 0 ? (
    <Text as="span" color="fg.muted">
      0
    </Text>
  ) : (
    <CountLink
      to={sectionPath('reassignment', { adviser: id })}
      aria-label={`${countOf(clients, 'client')} of ${name}`}
    >
      {clients}
    </CountLink>
  );

function LastSignIn({ adviser: { invited, lastSignInAt } }: { adviser: ListedAdviser }) {
  if (invited)
    return (
      <Badge tone="yellow" icon={Mail}>
        Invited
      </Badge>
    );
  return lastSignInAt ? <RelativeTime value={lastSignInAt} /> : 'Never';
}

/** Where the table is narrow: who it is with the actions beside it, and in a line what is known of the account. */
const NARROW = {
  '@container (max-width: 56rem)': {
    '&&': {
      position: 'relative',
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      columnGap: '1rem',
      paddingBlock: '0.625rem',
      paddingInline: { base: '4', md: '5' },
    },
    '&& > td': { display: 'flex', gap: '0.375rem', padding: '0.125rem 0' },
    '&& > td:nth-of-type(-n+2)': { flexBasis: '100%' },
    '&& > td:first-of-type': { paddingInlineEnd: '8.5rem' },
    '&& > td:last-of-type': { position: 'absolute', top: '0.375rem', insetInlineEnd: { base: '2', md: '3' } },
    '&& > td:nth-of-type(-n+3) > span, && > td:last-of-type > span': { display: 'none' },
  },
};

/** An account; one's own cannot be deleted (product 2). */
export const AdviserRow = ({ adviser, own }: { adviser: ListedAdviser; own: boolean }) => (
  <chakra.tr css={NARROW}>
    <Td label="Name" fontWeight="medium">
      <Words>{adviser.name}</Words>
      {own && ' (you)'}
    </Td>
    <Td label="Email" color="fg.muted">
      {adviser.email}
    </Td>
    <Td label="Role">
      <Badge
        tone={adviser.role === 'admin' ? 'brand' : 'gray'}
        icon={adviser.role === 'admin' ? ShieldCheck : UserRound}
      >
        {humanise(adviser.role)}
      </Badge>
    </Td>
    <Td label="Clients">
      <Clients adviser={adviser} />
    </Td>
    <Td label="Last sign-in" color="fg.muted">
      <LastSignIn adviser={adviser} />
    </Td>
    <Td label="Second factor">
      <Badge tone={adviser.secondFactor ? 'green' : 'gray'} icon={adviser.secondFactor ? LockKeyhole : LockKeyholeOpen}>
        {adviser.secondFactor ? 'Set up' : 'None'}
      </Badge>
    </Td>
    <Td label="Actions">
      <Flex align="center" ms="-2.5" whiteSpace="nowrap">
        <AdviserActions adviser={adviser} own={own} />
      </Flex>
    </Td>
  </chakra.tr>
);
