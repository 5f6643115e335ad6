import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { Text } from '@chakra-ui/react/text';
import { Moon, MoonStar } from 'lucide-react';
import * as z from 'zod/mini';
import { time } from '#shared/contract/settings.ts';
import { TextField } from '../../ui/form/fields.tsx';
import { useForm } from '../../ui/form/form.tsx';
import { SectionForm, type SectionProps } from './section-form.tsx';

const typed = z.object({ 'mail.quietFrom': time, 'mail.quietTo': time, 'mail.dailyAt': time });

function Meaning() {
  const { 'mail.quietFrom': from, 'mail.quietTo': to } = useForm().values;
  return (
    <Flex gap="2" textStyle="sm" color="fg.muted" aria-live="polite">
      {from === to ? <Moon size={16} aria-hidden /> : <MoonStar size={16} aria-hidden />}
      <Text>
        {from === to
          ? 'Both times are the same, so there are no quiet hours: emails are sent at any time.'
          : `From ${from} to ${to}, clients get no automatic emails. Those emails are sent at ${to}.`}
      </Text>
    </Flex>
  );
}

/** Quiet hours of automatic client mail, and the time of the advisers' digest. */
export function MailFields(props: SectionProps) {
  const { mail } = props.settings;
  return (
    <SectionForm
      {...props}
      schema={typed}
      sectionOf={(values) => ({
        mail: {
          quietFrom: values['mail.quietFrom'],
          quietTo: values['mail.quietTo'],
          dailyAt: values['mail.dailyAt'],
        },
      })}
      draft="mail"
      save="Save Email"
    >
      {(hint) => (
        <>
          <Grid gap="5" templateColumns={{ base: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(2, 10rem)' }}>
            <TextField
              name="mail.quietFrom"
              label="Quiet from"
              type="time"
              defaultValue={mail.quietFrom}
              hint={hint((saved) => saved.mail.quietFrom)}
              required
            />
            <TextField
              name="mail.quietTo"
              label="Quiet until"
              type="time"
              defaultValue={mail.quietTo}
              hint={hint((saved) => saved.mail.quietTo)}
              required
            />
          </Grid>
          <Meaning />
          <TextField
            name="mail.dailyAt"
            label="Advisers’ daily summary at"
            type="time"
            width={{ sm: '10rem' }}
            defaultValue={mail.dailyAt}
            hint={hint(
              (saved) => saved.mail.dailyAt,
              'Sent on working days: not at weekends, on bank holidays or on your closed days.',
            )}
            required
          />
        </>
      )}
    </SectionForm>
  );
}
