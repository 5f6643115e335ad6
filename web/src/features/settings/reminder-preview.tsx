import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import type { FirmSettings } from '#shared/contract/firm.ts';
import { addDays, londonParts } from '#shared/rules/london.ts';
import { PAUSE_OR_STOP, reminderReason, reminderSentences, reminderSubject } from '#shared/rules/reminder-text.ts';
import { dotted } from '../../lib/text/format.ts';
import { accountQuery } from '../../parts/account/account.ts';
import { Summary } from '../../ui/form/summary.tsx';

type Firm = FirmSettings['firm'];

/** Number of open things, and days from today on which the first is due. */
const EXAMPLES = [
  { count: 1, days: 3, title: 'About one thing' },
  { count: 3, days: -7, title: 'About three things' },
] as const;

const Figure = chakra('figure', {
  base: { borderWidth: '1px', borderRadius: 'l2', p: '4', minW: '0', overflowWrap: 'anywhere' },
});
function Email({ firm, adviser, count, days, title }: { firm: Firm; adviser: string } & (typeof EXAMPLES)[number]) {
  const today = londonParts(new Date()).date;
  return (
    <Figure>
      <Text as="figcaption" textStyle="xs" color="fg.muted" mb="1">
        {title}
      </Text>
      <Grid gap="2" textStyle="sm">
        <Text fontWeight="semibold">{reminderSubject(adviser, firm.name, count)}</Text>
        <p>Hello Priya,</p>
        {reminderSentences({ adviser, count, firstDue: addDays(today, days), today }).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <Text color="brand.fg" fontWeight="medium">
          Open your page
        </Text>
        <Text color="fg.muted">{reminderReason(firm.name)}</Text>
        <Text color="fg.muted">{PAUSE_OR_STOP}</Text>
        <Text color="fg.muted">{dotted([firm.name, firm.phone, firm.hours])}</Text>
      </Grid>
    </Figure>
  );
}

/** Reminders as a client reads them, folded, with the reader’s own name as the adviser’s. */
export default function ReminderPreview({ firm }: { firm: Firm }) {
  const { data } = useQuery(accountQuery);
  return (
    <details>
      <Summary>Preview</Summary>
      <Grid gap="4" pt="3" templateColumns={{ md: 'repeat(2, minmax(0, 1fr))' }} alignItems="start">
        {EXAMPLES.map((example) => (
          <Email key={example.title} firm={firm} adviser={data?.name ?? firm.name} {...example} />
        ))}
      </Grid>
    </details>
  );
}
