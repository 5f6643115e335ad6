import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { MailPreferences } from '#shared/contract/notifications.ts';
import { DIGEST_CHOICES, MAIL_CHOICES, type MailChoice } from '#shared/rules/mail-choices.ts';
import { settingsQuery } from '../../parts/settings.ts';
import { ErrorState, Skeletons } from '../../ui/eager/state.tsx';
import { RadioPill } from '../../ui/form/radio.tsx';
import { Summary } from '../../ui/form/summary.tsx';
import { PageSection } from '../../ui/layout/page-section.tsx';
import { CHOICES, type Choice, choose, type MailGroup, preferencesQuery } from './queries.ts';

interface ChoicesProps<T extends string> {
  label: string;
  about: string;
  options: readonly { value: T; label: string }[];
  /** Undefined if kinds differ. */
  value: T | undefined;
  onChoose: (value: T) => void;
}

/** Radio buttons for a few options; a choice is saved immediately. */
function Choices<T extends string>({ label, about, options, value, onChoose }: ChoicesProps<T>) {
  const id = useId();
  return (
    <Flex
      role="group"
      aria-labelledby={`${id}-name`}
      aria-describedby={`${id}-about`}
      direction={{ base: 'column', md: 'row' }}
      align={{ md: 'center' }}
      justify="space-between"
      columnGap="6"
      rowGap="2.5"
    >
      <div>
        <Text id={`${id}-name`} fontWeight="medium">
          {label}
        </Text>
        <Text id={`${id}-about`} textStyle="sm" color="fg.muted">
          {about}
        </Text>
      </div>
      <Flex gap={{ base: '1', sm: '1.5' }} wrap={{ base: 'wrap', sm: 'nowrap' }} flexShrink="0">
        {options.map((option) => (
          <RadioPill
            key={option.value}
            name={id}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChoose(option.value)}
          >
            {option.label}
          </RadioPill>
        ))}
      </Flex>
    </Flex>
  );
}

interface About {
  group: MailGroup;
  label: string;
  about: string;
}

const KINDS: readonly About[] = [
  {
    group: 'messages',
    label: 'Messages and requests for help',
    about: 'A client sent you a message or asked for help.',
  },
  { group: 'documents', label: 'Documents', about: 'A client uploaded a document.' },
  { group: 'tasks', label: 'Tasks', about: 'A client completed a task or added notes to one.' },
  {
    group: 'clients',
    label: 'Clients assigned to you, and undelivered emails',
    about:
      'You have a new client, an email to a client was not delivered, or a client stopped or did not answer reminders.',
  },
  { group: 'providers', label: 'Providers', about: 'A provider has not answered, and a chase is due.' },
  {
    group: 'security',
    label: 'Security',
    about:
      'The safety of accounts and documents, and what an admin did for your clients. Security emails can’t be turned off.',
  },
];

const DIGEST: About = {
  group: 'digest',
  label: 'Monday list',
  about: 'What waits for you, for clients and for providers, on the first working day of each week.',
};

/** Returns the options of a group; security mail cannot be switched off. */
const choicesOf = (group: MailGroup): readonly Choice[] =>
  group === 'digest' ? DIGEST_CHOICES : MAIL_CHOICES.filter((choice) => group !== 'security' || choice !== 'off');

/** Returns one choice for all kinds. Provider chases fall due once a day, so “At once” would only split their email. */
const forAll = (choice: MailChoice): Partial<MailPreferences> => ({
  messages: choice,
  documents: choice,
  tasks: choice,
  clients: choice,
  providers: choice === 'now' ? 'daily' : choice,
});

/** Returns the choice that all kinds share, or undefined. */
const sharedChoice = (preferences: MailPreferences) =>
  MAIL_CHOICES.find((choice) => {
    const wanted = { ...preferences, ...forAll(choice) };
    return KINDS.every(({ group }) => wanted[group] === preferences[group]);
  });

interface Props<T extends Choice> extends About {
  options: readonly T[];
  value: T | undefined;
  changeOf: (choice: T) => Partial<MailPreferences>;
  /** Shows a change until the function that it returns is called. */
  show: (change: Partial<MailPreferences>) => () => void;
}

/** Shows a choice immediately, and the saved one again if saving fails. */
function Preference<T extends Choice>({ group, label, about, options, value, changeOf, show }: Props<T>) {
  const { mutate } = useMutation(choose(group, label));
  const onChoose = (choice: T) => {
    const change = changeOf(choice);
    mutate({ body: change }, { onSettled: show(change) });
  };
  return (
    <Choices
      label={label}
      about={about}
      options={options.map((value) => ({ value, label: CHOICES[value] }))}
      value={value}
      onChoose={onChoose}
    />
  );
}

const Ruled = chakra(Box, { base: { borderTopWidth: '1px', borderColor: 'border.muted', pt: '4' } });

function Preferences({ saved }: { saved: MailPreferences }) {
  const [chosen, setChosen] = useState<Partial<MailPreferences>>({});
  const shown = { ...saved, ...chosen };
  const [isOpen, setOpen] = useState(sharedChoice(saved) === undefined);
  const show = (change: Partial<MailPreferences>) => {
    setChosen((before) => ({ ...before, ...change }));
    return () =>
      setChosen((before) => Object.fromEntries(Object.entries(before).filter(([group]) => !(group in change))));
  };
  const row = (about: About) => (
    <Preference
      {...about}
      options={choicesOf(about.group)}
      value={shown[about.group]}
      changeOf={(choice) => ({ [about.group]: choice })}
      show={show}
    />
  );
  return (
    <Grid gap="4">
      <Preference
        group="messages"
        label="All kinds"
        about="With “At once”, provider chases still come once a day. “Off” leaves security emails."
        options={MAIL_CHOICES}
        value={sharedChoice(shown)}
        changeOf={forAll}
        show={show}
      />
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <Summary>Choose by Kind</Summary>
        <Grid gap="4" pt="3">
          {KINDS.map((kind) => (
            <Ruled key={kind.group}>{row(kind)}</Ruled>
          ))}
        </Grid>
      </details>
      <Ruled>{row(DIGEST)}</Ruled>
    </Grid>
  );
}

function AboutMail() {
  const { data } = useQuery(settingsQuery);
  return (
    <>
      <p>Your inbox shows everything. Here you choose what you also get by email.</p>
      <p>
        {`“Once a day” is one email${data ? ` at ${data.mail.dailyAt} UK time` : ''} on working days, if there is anything new.`}
      </p>
    </>
  );
}

export function MailPreferencesSection() {
  const { data, error, refetch } = useQuery(preferencesQuery);
  return (
    <PageSection title="Email About Your Clients" about={<AboutMail />}>
      {data && <Preferences saved={data} />}
      {!data && error && <ErrorState title="Your preferences could not be loaded" error={error} onRetry={refetch} />}
      {!data && !error && <Skeletons count={2} height="12" mb="5" />}
    </PageSection>
  );
}
