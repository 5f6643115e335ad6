import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useMutation, useQuery } from '@tanstack/react-query';
import {
  KeyRound,
  LockKeyhole,
  LockKeyholeOpen,
  Mail,
  Plus,
  SearchX,
  ShieldCheck,
  UserRound,
  Users,
} from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import type { ListedAdviser } from '#shared/contract/advisers.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { londonParts } from '#shared/rules/london.ts';
import { ADVISER_MESSAGES } from '#shared/rules/people.ts';
import { INVITE, paths } from '../../../lib/navigation/paths.ts';
import { useFocusFallback } from '../../../lib/screen/use-focus-fallback.ts';
import { humanise } from '../../../lib/text/format.ts';
import { advisersQuery } from '../../../parts/account/advisers.ts';
import { useMe } from '../../../parts/account/me.ts';
import { sayWorks } from '../../../parts/account/works.ts';
import { List } from '../../../parts/list/list.tsx';
import { useSearch } from '../../../parts/use-search.ts';
import { DialogButton, lazyDialog } from '../../../ui/eager/lazy-dialog.tsx';
import { EmptyState } from '../../../ui/eager/state.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { EDGE, GHOST_MARGIN } from '../../../ui/layout/edge.ts';
import { Table, Td, Th } from '../../../ui/layout/table.tsx';
import { RowDialogButton, useRowDialog } from '../../../ui/overlay/dialog-host.tsx';
import { MenuButton } from '../../../ui/overlay/menu.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { inviteAgain, sendPasswordLink } from '../queries.ts';
import { SearchField } from '../search-field.tsx';
import { sectionPath } from '../section-path.ts';

const EditAdviserDialog = lazyDialog(async () => ({
  default: (await import('./adviser-dialogs.tsx')).EditAdviserDialog,
}));
const ResetFactorDialog = lazyDialog(async () => ({
  default: (await import('./adviser-dialogs.tsx')).ResetFactorDialog,
}));
const WorksDialog = lazyDialog(() => import('./works-dialog.tsx'));
const DeleteAdviserDialog = lazyDialog(() => import('./delete-adviser-dialog.tsx'));

/** Rarer actions; nobody resets their own access here. */
function More({ adviser, own }: { adviser: ListedAdviser; own: boolean }) {
  const { mutate } = useMutation(sendPasswordLink);
  const [resets, setResets] = useState(false);
  const { mutate: invite } = useMutation(inviteAgain);
  const link = adviser.invited
    ? { label: 'Send Invitation Again', icon: Mail, onSelect: () => invite({ params: { id: adviser.id } }) }
    : { label: 'Email a Password Link', icon: KeyRound, onSelect: () => mutate({ body: { email: adviser.email } }) };
  const reset = { label: 'Reset Second Factor', icon: LockKeyholeOpen, onSelect: () => setResets(true) };
  const showDialog = useRowDialog();
  const works = {
    label: 'Works With…',
    icon: Users,
    onSelect: () => showDialog((state) => <WorksDialog adviser={adviser} {...state} />),
  };
  const access = own ? [] : [[link, ...(adviser.secondFactor ? [reset] : [])]];
  return (
    <>
      <MenuButton label={`More for ${adviser.name}`} groups={[[works], ...access]} />
      <ResetFactorDialog adviser={adviser} open={resets} onClose={() => setResets(false)} />
    </>
  );
}

/** Actions on an account; your own cannot be deleted. */
const AdviserActions = ({ adviser, own }: { adviser: ListedAdviser; own: boolean }) => (
  <>
    <RowDialogButton
      size="xs"
      variant="ghost"
      aria-label={`Edit ${adviser.name}`}
      dialog={(state) => <EditAdviserDialog adviser={adviser} {...state} />}
    >
      Edit
    </RowDialogButton>
    <DialogButton
      ref={useFocusFallback()}
      size="xs"
      variant="ghost"
      colorPalette="gray"
      aria-label={`Delete ${adviser.name}`}
      disabled={own}
      title={own ? ADVISER_MESSAGES.ownAccount : undefined}
      dialog={(state) => <DeleteAdviserDialog adviser={adviser} {...state} />}
    >
      Delete
    </DialogButton>
    <More adviser={adviser} own={own} />
  </>
);

const CountLink = chakra(Link, {
  base: { color: 'brand.fg', textStyle: 'sm', textDecoration: 'underline', textUnderlineOffset: '3px' },
});

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
  return lastSignInAt ? <RelativeTime value={lastSignInAt} /> : <span>Never</span>;
}

/** Card layout for narrow tables: name and actions in one row, details below. */
const NARROW = {
  '@container (max-width: 56rem)': {
    '&&': {
      position: 'relative',
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      columnGap: '1rem',
      paddingBlock: '0.625rem',
      paddingInline: { base: EDGE, md: '5' },
    },
    '&& > td': { display: 'flex', gap: '0.375rem', minWidth: '0', padding: '0.125rem 0' },
    '&& > td:nth-of-type(-n+2)': { flexBasis: '100%' },
    '&& > td > div': { minWidth: '0' },
    '&& > td:first-of-type': { paddingInlineEnd: '8.5rem' },
    '&& > td:last-of-type': { position: 'absolute', top: '0.375rem', insetInlineEnd: { base: '2', md: '3' } },
    '&& > td:nth-of-type(-n+3) > span, && > td:last-of-type > span': { display: 'none' },
  },
  // Narrower than a phone unless its text is large: no room for actions beside the name.
  '@container (max-width: 16rem)': {
    '&& > td:first-of-type': { paddingInlineEnd: '0' },
    '&& > td:last-of-type': { position: 'static' },
  },
};

function WorksWith({ adviser: { works } }: { adviser: ListedAdviser }) {
  const said = sayWorks(works, londonParts(new Date()).date);
  return said ? <Words as="p" textStyle="xs" fontWeight="normal" color="fg.muted">{`Works with ${said}`}</Words> : null;
}

const AdviserRow = ({ adviser, own }: { adviser: ListedAdviser; own: boolean }) => (
  <chakra.tr css={NARROW}>
    <Td label="Name" fontWeight="medium">
      <Words>{adviser.name}</Words>
      {own && <span> (you)</span>}
      <WorksWith adviser={adviser} />
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
      <Flex align="center" ms={GHOST_MARGIN} whiteSpace="nowrap">
        <AdviserActions adviser={adviser} own={own} />
      </Flex>
    </Td>
  </chakra.tr>
);

const NewAdviserDialog = lazyDialog(async () => ({
  default: (await import('./adviser-dialogs.tsx')).NewAdviserDialog,
}));
const InviteDialog = lazyDialog(async () => ({ default: (await import('./adviser-dialogs.tsx')).InviteDialog }));

/** Button of the invitation, which the page's address can open too. */
function Invite() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(hash === INVITE);
  const close = () => {
    setOpen(false);
    // Otherwise the dialog opens again when the page is reloaded.
    if (hash) void navigate(paths.admin, { replace: true, preventScrollReset: true });
  };
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        <Mail aria-hidden />
        Invite a Colleague
      </Button>
      <InviteDialog open={isOpen} onClose={close} />
    </>
  );
}

/** Two ways to add an account: an invitation, or a password that the admin sets. */
const AddAdviser = () => (
  <Flex gap="2" wrap="wrap">
    <DialogButton size="sm" variant="outline" colorPalette="gray" dialog={(state) => <NewAdviserDialog {...state} />}>
      <Plus aria-hidden />
      Add New Adviser
    </DialogButton>
    <Invite />
  </Flex>
);

/** Refetches on every opening, because counts of clients and last sign-ins change elsewhere. */
const useAdvisers = () => useQuery({ ...advisersQuery, refetchOnMount: 'always' });
const NOBODY: readonly ListedAdviser[] = [];
const textsOf = ({ name, email, role }: ListedAdviser) => [name, email, role];

function AdviserTable({ advisers }: { advisers: readonly ListedAdviser[] }) {
  const me = useMe();
  return (
    <Table label="Advisers" bleed dense fixed listBelow={56}>
      <thead>
        <tr>
          <Th>Name</Th>
          <Th>Email</Th>
          <Th width="7rem">Role</Th>
          <Th width="5.5rem">Clients</Th>
          <Th width="8rem">Last sign-in</Th>
          <Th width="8rem">Second factor</Th>
          <Th width="9.5rem">Actions</Th>
        </tr>
      </thead>
      <tbody>
        {advisers.map((adviser) => (
          <AdviserRow key={adviser.id} adviser={adviser} own={adviser.id === me.id} />
        ))}
      </tbody>
    </Table>
  );
}

function Advisers({ wanted }: { wanted: string }) {
  const query = useAdvisers();
  const found = useSearch(query.data ?? NOBODY, wanted, textsOf);
  return (
    <List
      list={query}
      rows={query.data && found}
      failure="The advisers could not be loaded"
      loading={<Text role="status">Loading advisers...</Text>}
      noneFound={<EmptyState icon={wanted ? SearchX : Users} title="No advisers found" />}
    >
      {(advisers) => advisers.length > 0 && <AdviserTable advisers={advisers} />}
    </List>
  );
}

function Count({ wanted }: { wanted: string }) {
  const { data = NOBODY } = useAdvisers();
  const found = useSearch(data, wanted, textsOf);
  const all = countOf(data.length, 'adviser');
  return (
    <Text role="status" textStyle="sm" color="fg.muted" flex="1 0 auto">
      {data.length > 0 && (wanted ? `${found.length} of ${all}` : all)}
    </Text>
  );
}

export function AdviserManagement() {
  const [text, setText] = useState('');
  const wanted = text.trim();
  return (
    <>
      <Flex columnGap="4" rowGap="3" mb="3" wrap="wrap" align="center">
        <SearchField label="Search advisers" value={text} onChange={setText} />
        <Count wanted={wanted} />
        <AddAdviser />
      </Flex>
      <Advisers wanted={wanted} />
    </>
  );
}
