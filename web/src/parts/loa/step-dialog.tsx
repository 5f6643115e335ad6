import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { Text } from '@chakra-ui/react/text';
import { useMutation } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Loa, LoaOnBoard, LoaStepBody } from '#shared/contract/loas.ts';
import { type LOA_WAYS, type LoaStep, STEP_LABELS, USUAL_GAPS } from '#shared/rules/loas.ts';
import { londonParts } from '#shared/rules/london.ts';
import { reasonOf } from '../../lib/http/failure.ts';
import type { DialogState } from '../../ui/eager/lazy-dialog.tsx';
import { DateField } from '../../ui/form/date-field.tsx';
import { SelectField, TextAreaField, TextField } from '../../ui/form/fields.tsx';
import { useForm, type Values } from '../../ui/form/form.tsx';
import { Tick } from '../../ui/form/tick.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import type { Notice } from '../../ui/overlay/notice.ts';
import { Words } from '../../ui/text/words.tsx';
import type { ItemState } from '../client/bulk.ts';
import { type AnyLoa, optionsOf, REASON_LABELS, WAY_LABELS, WAYS_TO_SEND } from './loa-line.ts';
import { LoaStateLine } from './loa-state.tsx';
import { addLoaStep, addStepToEach, type OfferFor } from './loas.ts';
import { gapName, gapsIn, OTHER_GAPS, stepSchema } from './step-schema.ts';

type Letter = AnyLoa & Partial<Pick<LoaOnBoard, 'clientName'>>;

type Way = (typeof LOA_WAYS)[number];

const How = ({ first, options = optionsOf(WAY_LABELS) }: { first?: Way; options?: typeof WAYS_TO_SEND }) => (
  <SelectField name="how" label="How" placeholder="Select how" options={options} defaultValue={first} required />
);
const Reference = () => <TextField name="ref" label="Their Reference" placeholder="Optional" />;
const Note = () => <TextAreaField name="note" label="Note" hint="Only staff see this." rows={2} />;

const Pair = ({ children }: { children: ReactNode }) => (
  <Grid templateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap="4" alignItems="start">
    {children}
  </Grid>
);

const isUsual = (gap: string) => (USUAL_GAPS as readonly string[]).includes(gap);

/** Parts that are missing. Begins with those that were missing before. */
function Gaps({ gaps }: Pick<Loa, 'gaps'>) {
  const { errors } = useForm();
  return (
    <Box as="fieldset" minW="0">
      <Text as="legend" textStyle="sm" fontWeight="medium" mb="1.5">
        What is missing?
      </Text>
      <Grid templateColumns={{ base: '1fr', sm: '1fr 1fr' }} columnGap="4" rowGap="1.5" mb="3">
        {USUAL_GAPS.map((gap, i) => (
          <Flex as="label" key={gap} gap="2.5" textStyle="sm" cursor="pointer">
            <Tick name={gapName(i)} defaultChecked={gaps.includes(gap)} />
            <Box as="span" _firstLetter={{ textTransform: 'uppercase' }}>
              {gap}
            </Box>
          </Flex>
        ))}
      </Grid>
      <TextAreaField
        name={OTHER_GAPS}
        label="Anything Else"
        hint="One on a line."
        rows={2}
        defaultValue={gaps.filter((gap) => !isUsual(gap)).join('\n')}
      />
      {errors.gaps && (
        <Text role="alert" color="fg.error" textStyle="sm" mt="1.5">
          {errors.gaps}
        </Text>
      )}
    </Box>
  );
}

/** Fields of each step besides its day. */
const FIELDS: Readonly<Partial<Record<LoaStep, (props: { loa: Pick<Loa, 'gaps'> }) => ReactNode>>> = {
  sent: () => (
    <Pair>
      <How options={WAYS_TO_SEND} />
      <Reference />
    </Pair>
  ),
  acknowledged: () => <Reference />,
  chased: () => (
    <>
      <Pair>
        <How first="phone" />
        <TextField name="whom" label="Who You Spoke To" placeholder="Optional" />
        <Reference />
        <DateField name="promisedOn" label="Promised By" />
      </Pair>
      <Note />
    </>
  ),
  part: ({ loa }) => <Gaps gaps={loa.gaps} />,
  rejected: () => (
    <>
      <SelectField
        name="why"
        label="Why It Came Back"
        placeholder="Select why"
        options={optionsOf(REASON_LABELS)}
        required
      />
      <Note />
    </>
  ),
};

const NEEDED: Readonly<Partial<Record<LoaStep, string>>> = { sent: 'how', chased: 'how', rejected: 'why' };

const isReady = (step: LoaStep) => (values: Values) =>
  Boolean(values.on) && (step === 'part' ? gapsIn(values).length > 0 : Boolean(values[NEEDED[step] ?? 'on']));

/** First field that is still blank. Steps without such a field begin at their day. */
const firstBlank = () =>
  document.querySelector<HTMLElement>('[role=dialog] form :is(select, input[type=checkbox], input:not([type=date]))') ??
  document.querySelector<HTMLElement>('[role=dialog] form input');

const UNKNOWN = 'Something went wrong. Please try again.';

function Outcome({ loa, state }: { loa: Letter; state: ItemState | undefined }) {
  if (state?.status === 'done')
    return (
      <Flex as="span" key="done" gap="1.5" align="center" color="green.fg" textStyle="xs">
        <Check size={14} aria-hidden />
        <span>Saved</span>
      </Flex>
    );
  if (state?.status === 'failed')
    return (
      <>
        <Flex as="span" key="failed" gap="1.5" align="start" color="fg.error" textStyle="xs">
          <Box as={X} boxSize="0.875rem" mt="0.5" flexShrink="0" aria-hidden />
          <span>{reasonOf(state.error) ?? UNKNOWN}</span>
        </Flex>
        <LoaStateLine loa={loa} />
      </>
    );
  return <LoaStateLine loa={loa} />;
}

type States = Readonly<Record<string, ItemState>>;

const Letters = ({ loas, states }: { loas: readonly Letter[]; states: States }) => (
  <Box
    as="ul"
    aria-label="Letters"
    listStyleType="none"
    maxH="30vh"
    overflowY="auto"
    display="grid"
    gap="2"
    tabIndex={loas.length > 5 ? 0 : undefined}
  >
    {loas.map((loa) => (
      <li key={loa.id}>
        <Words fontWeight="medium">{loa.clientName ?? loa.provider}</Words>
        <Outcome loa={loa} state={states[loa.id]} />
      </li>
    ))}
  </Box>
);

class Refused extends Error {}

/** Saves the step of one letter, or of each of several. Refused letters stay in the dialog with their reason. */
function useStep(loas: readonly Letter[], { open, offer }: { open: boolean; offer?: OfferFor | undefined }) {
  const { mutateAsync } = useMutation(addLoaStep(offer));
  const [states, setStates] = useState<States>({});
  const [seen, setSeen] = useState<Readonly<Record<string, number>>>();
  if (open && !seen) {
    setSeen(Object.fromEntries(loas.map(({ id, version }) => [id, version])));
    setStates({});
  } else if (!open && seen) setSeen(undefined);
  const note = ({ id }: Letter, state: ItemState) => setStates((before) => ({ ...before, [id]: state }));
  const save = async (body: Omit<LoaStepBody, 'version'>) => {
    const left = loas.filter(({ id }) => states[id]?.status !== 'done');
    const bodyOf = ({ id, version }: Letter) => ({ ...body, version: seen?.[id] ?? version });
    // The page shows the current version after a refusal, so the next try carries that one.
    const forget = () => setSeen({});
    const [only] = left;
    if (loas.length === 1 && only)
      return mutateAsync({ params: { id: only.id }, body: bodyOf(only) }).catch((error: unknown) => {
        forget();
        throw error;
      });
    const refused = await addStepToEach(left, bodyOf, note);
    if (refused.length === 0) return;
    forget();
    throw new Refused();
  };
  return { states, save };
}

interface Props extends DialogState {
  step: LoaStep;
  /** Letters to which the step applies: one, or several for one call. Pass their current versions after a refusal. */
  loas: readonly Letter[];
  title?: string;
  notice?: Notice | undefined;
  /** Returns an action for the toast, from a single letter after its step. */
  offer?: OfferFor;
}

/** Notes a step of one or several letters. */
export default function StepDialog({ step, loas, title = STEP_LABELS[step], offer, ...dialog }: Props) {
  const { states, save } = useStep(loas, { open: dialog.open, offer });
  const [first] = loas;
  const Fields = FIELDS[step];
  const today = londonParts(new Date()).date;
  return (
    <FormDialog
      {...dialog}
      title={title}
      draft={`loa/${loas.length === 1 ? first?.id : 'several'}/${step}`}
      schema={stepSchema(step)}
      onSubmit={save}
      submitLabel="Save"
      busyLabel="Saving..."
      needs={isReady(step)}
      initialFocus={firstBlank}
    >
      <Letters loas={loas} states={states} />
      <DateField name="on" label="On" defaultValue={today} max={today} required />
      {Fields && first && <Fields loa={first} />}
    </FormDialog>
  );
}
