import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Copy, Mail, Pencil, Phone, RefreshCw, ScanEye, Trash2 } from 'lucide-react';
import type { ClientPerson } from '#shared/contract/people.ts';
import { UNDELIVERED_ADVICE } from '#shared/rules/clients.ts';
import { useFocusFallback } from '../../../lib/screen/use-focus-fallback.ts';
import { DOT } from '../../../lib/text/format.ts';
import { useReach } from '../../../parts/account/reach.ts';
import { peopleQuery } from '../../../parts/client/people.ts';
import { MailNotice } from '../../../parts/link/mail-notice.tsx';
import { PortalLinkField } from '../../../parts/link/portal-link-field.tsx';
import { usePortalLink } from '../../../parts/link/use-portal-link.ts';
import { type DialogState, lazyDialog } from '../../../ui/eager/lazy-dialog.tsx';
import { ErrorState, Skeletons } from '../../../ui/eager/state.tsx';
import { ActionButton } from '../../../ui/feedback/action-button.tsx';
import { Confirmation } from '../../../ui/feedback/confirm-button.tsx';
import { useRowDialog } from '../../../ui/overlay/dialog-host.tsx';
import { MenuButton } from '../../../ui/overlay/menu.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { useClient } from '../client-context.ts';
import { linkCalls, personFacts, removePerson } from './people.ts';

const EditPersonDialog = lazyDialog(async () => ({ default: (await import('./people-dialogs.tsx')).EditPersonDialog }));

const PhraseDialog = lazyDialog(async () => ({ default: (await import('./portal-dialogs.tsx')).PhraseDialog }));

interface Props {
  person: ClientPerson;
}

function RemoveDialog({ person: { id, name }, ...dialog }: Props & DialogState) {
  const { mutateAsync } = useMutation(removePerson);
  const text = (
    <span>
      The link of <Words>{name}</Words> stops working at once, on every device. What they sent stays.
    </span>
  );
  return (
    <Confirmation
      {...dialog}
      question={{ title: 'Remove Person', text, confirm: 'Remove', busy: 'Removing...' }}
      onConfirm={() => mutateAsync({ params: { id } })}
    />
  );
}

function NewLinkDialog({ person, ...dialog }: Props & DialogState) {
  const { params, renew } = linkCalls(person, useClient().client.id);
  const { mutateAsync } = useMutation(renew);
  const text = (
    <span>
      The current link stops working immediately. You’ll need to send <Words>{person.name}</Words> the new one.
    </span>
  );
  return (
    <Confirmation
      {...dialog}
      question={{ title: 'New Link', text, confirm: 'Make New Link', busy: 'Making...' }}
      onConfirm={() => mutateAsync({ params })}
    />
  );
}

/** Rare acts. The first person's name and address are changed with the client's. */
function More({ person }: Props) {
  const show = useRowDialog();
  const { isAdmin } = useReach();
  const clientId = useClient().client.id;
  const button = useFocusFallback();
  const { params, makePhrase } = linkCalls(person, clientId);
  const { name, phone } = person;
  const byPhone = {
    label: 'Confirm a Device by Phone…',
    icon: Phone,
    onSelect: () =>
      show((state) => <PhraseDialog id={params.id} phrase={makePhrase} name={name} phone={phone} {...state} />),
  };
  const newLink = {
    label: 'New Link…',
    icon: RefreshCw,
    onSelect: () => show((state) => <NewLinkDialog person={person} {...state} />),
  };
  const edit = {
    label: 'Edit…',
    icon: Pencil,
    onSelect: () => show((state) => <EditPersonDialog person={person} {...state} />),
  };
  const remove = {
    label: 'Remove…',
    icon: Trash2,
    danger: true,
    onSelect: () => show((state) => <RemoveDialog person={person} {...state} />),
  };
  const access = isAdmin ? [byPhone, newLink] : [byPhone];
  const entries = person.kind === 'first' ? access : [edit, ...access, remove];
  return <MenuButton ref={button} label={`More for ${person.name}`} groups={[entries]} />;
}

const BUTTON = { size: 'xs', variant: 'outline', colorPalette: 'gray' } as const;

function LinkButtons({ person }: Props) {
  const { id, portalSuspended } = useClient().client;
  const { name, link, mailProblem } = person;
  const { params, reveal, emailLink } = linkCalls(person, id);
  const { link: shown, reveal: show, copy } = usePortalLink(params.id, reveal);
  const { mutateAsync } = useMutation(emailLink);
  const isNext = !link.mailedAt && !link.usedAt && !portalSuspended && mailProblem === null;
  return (
    <>
      <Flex gap="2" wrap="wrap" align="center">
        <ActionButton
          {...BUTTON}
          {...(isNext && { variant: 'solid', colorPalette: 'brand' })}
          disabled={mailProblem !== null}
          onAction={() => mutateAsync({ params })}
          busyLabel="Sending..."
        >
          <Mail aria-hidden />
          <span>Email Link</span> <chakra.span srOnly>{`to ${name}`}</chakra.span>
        </ActionButton>
        {/* One button, so that it keeps the focus. */}
        <ActionButton {...BUTTON} onAction={shown ? copy : show}>
          {shown ? <Copy aria-hidden /> : <ScanEye aria-hidden />}
          <span>{shown ? 'Copy Link' : 'Show Link'}</span> <chakra.span srOnly>{`of ${name}`}</chakra.span>
        </ActionButton>
        <More person={person} />
      </Flex>
      {shown && <PortalLinkField link={shown} label={`Portal link of ${name}`} />}
    </>
  );
}

const UNDELIVERED_PERSON =
  'We no longer email this address. Save another address with “Edit…”, or show the link and send it another way.';

const PersonRow = ({ person }: Props) => (
  <Flex as="li" direction="column" gap="2" py="3" borderTopWidth="1px" _last={{ borderBottomWidth: '1px' }}>
    <Text textStyle="sm">
      <Words fontWeight="medium">{person.name}</Words>
      <Text as="span" color="fg.muted">
        {personFacts(person, new Date())
          .map((fact) => DOT + fact)
          .join('')}
      </Text>
    </Text>
    <MailNotice problem={person.mailProblem}>
      {person.kind === 'first' ? UNDELIVERED_ADVICE : UNDELIVERED_PERSON}
    </MailNotice>
    <LinkButtons person={person} />
  </Flex>
);

/** One row for each person with a link. A new link starts hidden. */
export function People() {
  const { id, people } = useClient().client;
  const { data, error, refetch } = useQuery(peopleQuery(id));
  if (!data && error) return <ErrorState title="The people could not be loaded" error={error} onRetry={refetch} />;
  if (!data) return <Skeletons count={people.length + 1} height="16" mb="2" />;
  return (
    <Box as="ul" listStyleType="none" aria-label="People with a link">
      {data.map((person) => (
        <PersonRow key={`${person.id} ${person.link.issuedAt}`} person={person} />
      ))}
    </Box>
  );
}
