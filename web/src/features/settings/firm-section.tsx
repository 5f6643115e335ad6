import { Grid } from '@chakra-ui/react/grid';
import * as z from 'zod/mini';
import { personName, text } from '#shared/contract/fields.ts';
import { LIMITS } from '#shared/rules/limits.ts';
import { TextField } from '../../ui/form/fields.tsx';
import { PageSection } from '../../ui/layout/page-section.tsx';
import { ClosedDays } from './closed-days.tsx';
import { SectionForm, type SectionProps } from './section-form.tsx';
import { useDays } from './use-days.ts';

const typed = z.object({
  'firm.name': personName(),
  'firm.phone': text(LIMITS.phone),
  'firm.hours': text(LIMITS.name),
});

/** What the firm's section is for. */
export const ABOUT_FIRM = (
  <>
    <p>Shown to clients in emails and on their portal.</p>
    <p>Weekends and the bank holidays of England and Wales are known: add any other days you are closed.</p>
  </>
);

/** What the firm is called, how it is reached, and when nobody works. */
export function FirmSection(props: SectionProps) {
  const { firm } = props.settings;
  const days = useDays(firm.closedDays);
  return (
    <PageSection title="Firm" about={ABOUT_FIRM}>
      <SectionForm
        {...props}
        schema={typed}
        sectionOf={(values) => ({
          firm: {
            name: values['firm.name'],
            phone: values['firm.phone'] || null,
            hours: values['firm.hours'] || null,
            closedDays: days.shown,
          },
        })}
        draft="firm"
        restored={days.isRestored ? { isOutdated: false } : undefined}
        onReset={days.reset}
        save="Save Firm"
      >
        {(hint) => (
          <>
            <TextField
              name="firm.name"
              label="Name"
              defaultValue={firm.name}
              hint={hint((saved) => saved.firm.name)}
              autoComplete="organization"
              required
            />
            <Grid gap="5" templateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }}>
              <TextField
                name="firm.phone"
                label="Phone"
                type="tel"
                defaultValue={firm.phone ?? ''}
                hint={hint((saved) => saved.firm.phone)}
                autoComplete="off"
              />
              <TextField
                name="firm.hours"
                label="Hours"
                placeholder="Monday to Friday, 9:00 to 17:30"
                defaultValue={firm.hours ?? ''}
                hint={hint((saved) => saved.firm.hours)}
                autoComplete="off"
              />
            </Grid>
            <ClosedDays days={days} />
          </>
        )}
      </SectionForm>
    </PageSection>
  );
}
