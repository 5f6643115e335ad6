import { Grid } from '@chakra-ui/react/grid';
import * as z from 'zod/mini';
import { type AdviceChange, adviceChange, type FullClient } from '#shared/contract/clients.ts';
import { ADVICE_FIELDS } from '#shared/nouns/client.ts';
import { loggedOf } from '#shared/nouns/field.ts';
import { londonParts } from '#shared/rules/london.ts';
import { errorToast } from '../../../lib/http/failure.ts';
import { typedPounds } from '../../../parts/client/typed-pounds.ts';
import { adviserChange, execute, runChange } from '../../../parts/refreshes.ts';
import type { DialogState } from '../../../ui/eager/lazy-dialog.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { TextField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { useClient } from '../client-context.ts';

const { initial, ongoing, how, agreedOn, givenOn, about } = adviceChange.shape;

/** Fields have the names that the server's errors have. */
const schema = z.object({
  'advice.initial': z.pipe(typedPounds, initial),
  'advice.ongoing': z.pipe(typedPounds, ongoing),
  'advice.how': how,
  'advice.agreedOn': agreedOn,
  'advice.givenOn': givenOn,
  'advice.about': about,
});

/** Returns the changed fields with their new and old values. A colleague may have changed the others. */
function changesIn({ advice }: FullClient, typed: z.output<typeof schema>) {
  const changed = loggedOf(ADVICE_FIELDS).filter((field) => typed[`advice.${field}`] !== (advice?.[field] ?? null));
  const after: AdviceChange = Object.fromEntries(changed.map((field) => [field, typed[`advice.${field}`]]));
  const before: AdviceChange = Object.fromEntries(changed.map((field) => [field, advice?.[field] ?? null]));
  return { after, before, isChanged: changed.length > 0 };
}

const saving = (title: string, undo?: () => void) =>
  adviserChange('PATCH /api/clients/{id}', {
    success: { title, offer: () => (undo ? { action: { label: 'Undo', onClick: undo } } : {}) },
    failure: errorToast('Failed to save charges and advice'),
  });

function save(client: FullClient, typed: z.output<typeof schema>) {
  const { after, before, isChanged } = changesIn(client, typed);
  const params = { id: client.id };
  const undo = () => void runChange(saving('Charges and Advice Restored'), { params, body: { advice: before } });
  return execute(saving('Charges and Advice Saved', isChanged ? undo : undefined), { params, body: { advice: after } });
}

const PAIR = { templateColumns: { base: '1fr', sm: '1fr 1fr' }, gap: '4', alignItems: 'start' } as const;

export default function AdviceDialog(dialog: DialogState) {
  const { client } = useClient();
  const { advice } = client;
  const today = londonParts(new Date()).date;
  return (
    <FormDialog
      {...dialog}
      title="Charges and Advice"
      draft={`advice/${client.id}`}
      schema={schema}
      onSubmit={(typed) => save(client, typed)}
      submitLabel="Save"
      busyLabel="Saving..."
    >
      <Grid {...PAIR}>
        <TextField
          name="advice.initial"
          label="Initial charge (£)"
          hint="Enter 0 if there is nothing to pay."
          inputMode="numeric"
          defaultValue={advice?.initial ?? undefined}
        />
        <TextField
          name="advice.ongoing"
          label="Ongoing charge (£ a year)"
          inputMode="numeric"
          defaultValue={advice?.ongoing ?? undefined}
        />
      </Grid>
      <TextField
        name="advice.how"
        label="How it is worked out"
        hint="For example: 0.75% of £120,000 a year"
        defaultValue={advice?.how ?? undefined}
      />
      <Grid {...PAIR}>
        <DateField name="advice.agreedOn" label="Agreed on" max={today} defaultValue={advice?.agreedOn ?? undefined} />
        <DateField
          name="advice.givenOn"
          label="Advice given on"
          max={today}
          defaultValue={advice?.givenOn ?? undefined}
        />
      </Grid>
      <TextField name="advice.about" label="What the advice is about" defaultValue={advice?.about ?? undefined} />
    </FormDialog>
  );
}
