import { Box } from '@chakra-ui/react/box';
import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useMutation, useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { requiredText } from '#shared/contract/fields.ts';
import { newRiskResult, type RiskResult } from '#shared/contract/risk.ts';
import { londonParts } from '#shared/rules/london.ts';
import { LOSS_CAPACITY, RISK_AGREED, RISK_LIMITS, RISK_TEXTS, RISK_TOOLS } from '#shared/rules/risk.ts';
import { sayDay } from '#shared/rules/say-date.ts';
import { dotted } from '../../../lib/text/format.ts';
import { useSeenVersion } from '../../../parts/request/use-seen-version.ts';
import type { DialogState } from '../../../ui/eager/lazy-dialog.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { SelectField, TextAreaField, TextField } from '../../../ui/form/fields.tsx';
import { useForm } from '../../../ui/form/form.tsx';
import { RadioField } from '../../../ui/form/radio.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { finalNotice } from '../../../ui/overlay/notice.ts';
import { Words } from '../../../ui/text/words.tsx';
import { documentsQuery } from '../queries.ts';
import { noteRisk, riskQuery } from './queries.ts';

const { tool, on, result, agreed, capacity, capacityWhy } = newRiskResult.shape;

/** Level and reason are sent, and required, if the agreed level differs. */
const schema = z.object({
  tool,
  on,
  result,
  documentId: z.pipe(
    z.string(),
    z.transform((id) => id || null),
  ),
  agreed,
  level: z.optional(requiredText(RISK_LIMITS.text, RISK_TEXTS.level)),
  why: z.optional(requiredText(RISK_LIMITS.why, RISK_TEXTS.why)),
  capacity,
  capacityWhy,
});

const TOOLS = Object.entries(RISK_TOOLS).map(([value, label]) => ({ value, label }));
const CAPACITIES = Object.entries(LOSS_CAPACITY).map(([value, label]) => ({ value, label }));

const Fieldset = chakra('fieldset', { base: { minW: '0', display: 'grid', gap: '4' } });

/** Level and reason stay in the form while they are hidden, as typed words are kept. */
function AgreedLevel() {
  const isSame = useForm().values.agreed !== 'different';
  return (
    <>
      <RadioField name="agreed" label="Agreed level" options={RISK_AGREED} defaultValue="same" />
      <Fieldset disabled={isSame} hidden={isSame} aria-label="Different level">
        <TextField name="level" label="Level" required />
        <TextAreaField name="why" label="Why it differs" rows={2} required />
      </Fieldset>
    </>
  );
}

function DocumentChoice({ clientId }: { clientId: string }) {
  const { data = [] } = useQuery(documentsQuery(clientId));
  const options = data.map(({ id, name }) => ({ value: id, label: name }));
  return <SelectField name="documentId" label="Document" options={[{ value: '', label: 'None' }, ...options]} />;
}

const Fields = ({ clientId }: { clientId: string }) => (
  <>
    <Grid templateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap="4" alignItems="start">
      <SelectField name="tool" label="Tool" placeholder="Select the tool" options={TOOLS} required />
      <DateField name="on" label="Date" max={londonParts(new Date()).date} required />
    </Grid>
    <TextField name="result" label="Result in the tool’s words" hint="For example: 5 of 10" required />
    <DocumentChoice clientId={clientId} />
    <AgreedLevel />
    <SelectField
      name="capacity"
      label="Capacity for loss"
      placeholder="Select the capacity"
      options={CAPACITIES}
      required
    />
    <TextAreaField name="capacityWhy" label="Why" placeholder="Optional" rows={2} />
  </>
);

const Newest = ({ newest }: { newest: RiskResult | undefined }) =>
  newest ? (
    <Text key={newest.at} textStyle="sm" color="fg.muted">
      <span>Newest so far: </span>
      <Words>{newest.result}</Words>
      <span>{` (${dotted([RISK_TOOLS[newest.tool], sayDay(newest.on)])}, noted by `}</span>
      <Words>{newest.name}</Words>
      <span>)</span>
    </Text>
  ) : (
    <Text textStyle="sm" color="fg.muted">
      No result yet.
    </Text>
  );

const REMOVED = finalNotice('This person has been removed.');
const FULL = finalNotice(RISK_TEXTS.full);

interface Props extends DialogState {
  clientId: string;
  person: number;
}

/** Notes a result of the risk questionnaire of one person. */
export default function RiskDialog({ clientId, person, ...dialog }: Props) {
  const { data } = useQuery(riskQuery(clientId));
  const of = data?.find((one) => one.person === person);
  const { mutateAsync, isError } = useMutation(noteRisk(clientId));
  const version = useSeenVersion(of?.version ?? 0, { open: dialog.open, isRefused: isError });
  const isFull = of && of.results.length >= RISK_LIMITS.results;
  return (
    <FormDialog
      {...dialog}
      title="Result of the Risk Questionnaire"
      description="Only staff see it. A saved result cannot be edited: if one is wrong, note a new one."
      notice={data && !of ? REMOVED : isFull ? FULL : undefined}
      draft={`risk/${clientId}/${person}`}
      schema={schema}
      onSubmit={(body) => mutateAsync({ params: { id: clientId }, body: { ...body, version, person } })}
      submitLabel="Save"
      busyLabel="Saving..."
    >
      {of && (
        <Box>
          <Words fontWeight="medium">{of.name}</Words>
          <Newest newest={of.results.at(-1)} />
        </Box>
      )}
      <Fields clientId={clientId} />
    </FormDialog>
  );
}
