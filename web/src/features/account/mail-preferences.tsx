import { Box } from '@chakra-ui/react/box';
import { Grid } from '@chakra-ui/react/grid';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MailPreferences } from '#shared/contract/notifications.ts';
import { MAIL_CHOICES, type MailChoice } from '#shared/rules/notices.ts';
import { settingsQuery } from '../../parts/settings.ts';
import { ErrorState, Skeletons } from '../../ui/feedback/state.tsx';
import { Choices } from '../../ui/form/choices.tsx';
import { PageSection } from '../../ui/layout/page-section.tsx';
import { CHOICES, choose, type Group, preferencesQuery } from './queries.ts';

const GROUPS: readonly { group: Group; label: string; about: string }[] = [
  { group: 'messages', label: 'Messages and calls for help', about: 'A client wrote to you, or is stuck.' },
  { group: 'documents', label: 'Documents', about: 'A client uploaded a document.' },
  { group: 'tasks', label: 'Tasks', about: 'A client completed a task, or added notes to one.' },
  {
    group: 'clients',
    label: 'Clients assigned to you, and undelivered mail',
    about: 'You look after another client, or an email to one was returned.',
  },
  {
    group: 'security',
    label: 'Security',
    about: 'The safety of accounts and documents. Security emails can’t be turned off.',
  },
];

/** What can be chosen for a group: security mail cannot be switched off. */
const choicesOf = (group: Group) => MAIL_CHOICES.filter((choice) => group !== 'security' || choice !== 'off');

interface Props {
  group: Group;
  label: string;
  about: string;
  saved: MailChoice;
}

/** Shows a choice as it is made, and the saved one again where it could not be saved. */
function Preference({ group, label, about, saved }: Props) {
  const { mutate } = useMutation(choose(group, label));
  const [chosen, setChosen] = useState<MailChoice>();
  const onChoose = (choice: MailChoice) => {
    setChosen(choice);
    mutate({ body: { [group]: choice } }, { onSettled: () => setChosen(undefined) });
  };
  return (
    <Choices
      label={label}
      about={about}
      options={choicesOf(group).map((value) => ({ value, label: CHOICES[value] }))}
      value={chosen ?? saved}
      onChoose={onChoose}
    />
  );
}

const Preferences = ({ saved }: { saved: MailPreferences }) => (
  <Grid gap="4">
    {GROUPS.map((one) => (
      <Box key={one.group} _notFirst={{ borderTopWidth: '1px', borderColor: 'border.muted', pt: '4' }}>
        <Preference {...one} saved={saved[one.group]} />
      </Box>
    ))}
  </Grid>
);

function AboutMail() {
  const { data } = useQuery(settingsQuery);
  return (
    <>
      <p>Your inbox shows everything. Here you choose what you also get by email.</p>
      <p>
        A daily summary is one email{data && ` at ${data.mail.dailyAt} London time`} on working days, if there is
        anything new.
      </p>
    </>
  );
}

/** When one is mailed about one's clients: at once, once a day, or not at all. */
export function MailPreferencesSection() {
  const { data, error, refetch } = useQuery(preferencesQuery);
  return (
    <PageSection title="Email about your clients" about={<AboutMail />}>
      {data && <Preferences saved={data} />}
      {!data && error && <ErrorState title="Your preferences could not be loaded" error={error} onRetry={refetch} />}
      {!data && !error && <Skeletons count={GROUPS.length} height="12" mb="5" />}
    </PageSection>
  );
}
