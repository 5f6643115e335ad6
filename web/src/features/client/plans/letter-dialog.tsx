import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { Text } from '@chakra-ui/react/text';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Document } from '#shared/contract/documents.ts';
import type { Plan } from '#shared/contract/journey.ts';
import type { Loa } from '#shared/contract/loas.ts';
import { PLANS_STAGE } from '#shared/rules/journey.ts';
import { isUnderWay } from '#shared/rules/loas.ts';
import { londonParts } from '#shared/rules/london.ts';
import { providerKey } from '#shared/rules/provider-key.ts';
import { DOT, humanise } from '../../../lib/text/format.ts';
import { optionsOf, SCOPE_LABELS, WAYS_TO_SEND } from '../../../parts/loa/loa-line.ts';
import { LoaStateLine, OldSignature } from '../../../parts/loa/loa-state.tsx';
import { changeLoa, loasQuery, noteLoa } from '../../../parts/loa/loas.ts';
import { useSeenVersion } from '../../../parts/request/use-seen-version.ts';
import { isUploadUnderWay, type UploadTarget } from '../../../parts/upload/queued-file.ts';
import type { DialogState } from '../../../ui/eager/lazy-dialog.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { SelectField, TextField } from '../../../ui/form/fields.tsx';
import { useForm } from '../../../ui/form/form.tsx';
import { Tick } from '../../../ui/form/tick.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { finalNotice, type Notice } from '../../../ui/overlay/notice.ts';
import { Words } from '../../../ui/text/words.tsx';
import { UploadButton } from '../documents/upload-button.tsx';
import { UploadList } from '../documents/upload-list.tsx';
import { useUploads } from '../documents/use-uploads.ts';
import { documentsQuery, plansQuery } from '../queries.ts';
import { chosenPlans, editSchema, letterSchema, planName } from './letter-schema.ts';
import { offerAfterStep } from './offers.ts';

const Pair = (props: { children: ReactNode }) => (
  <Grid templateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap="4" alignItems="start" {...props} />
);

/** Plans of one provider to tick. */
function Ticks({ plans, isTicked }: { plans: readonly Plan[]; isTicked: (plan: Plan) => boolean }) {
  const { errors } = useForm();
  return (
    <Box as="fieldset" minW="0">
      <Text as="legend" textStyle="sm" fontWeight="medium" mb="1.5">
        Plans
      </Text>
      <Grid gap="1.5">
        {plans.map((plan) => (
          <Flex as="label" key={plan.id} gap="2.5" textStyle="sm" cursor="pointer" minW="0">
            <Tick name={planName(plan.id)} defaultChecked={isTicked(plan)} />
            <Box as="span" minW="0">
              <span>{humanise(plan.planType) + DOT}</span>
              <Words>{plan.planNumber}</Words>
            </Box>
          </Flex>
        ))}
      </Grid>
      {errors.planIds && (
        <Text role="alert" color="fg.error" textStyle="sm" mt="1.5">
          {errors.planIds}
        </Text>
      )}
    </Box>
  );
}

const UPLOAD = 'Upload Signed Document';
const isOfLetter = ({ onStored }: UploadTarget) => onStored !== undefined;

/** Returns true while a signed document is sent. Save then waits, as the letter would lack it. */
const useSigning = (clientId: string) =>
  useUploads(clientId).files.some((item) => isUploadUnderWay(item) && isOfLetter(item.target));

/** Signed document: one of the client's, or a new one, which is chosen once it is stored. */
function SignedDocument({ clientId, documentId }: { clientId: string; documentId: string | undefined }) {
  const { data: documents = [], isPending } = useQuery(documentsQuery(clientId));
  const [stored, setStored] = useState<Document>();
  const field = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const select = field.current?.querySelector('select');
    if (!select || !stored) return;
    select.value = stored.id;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  }, [stored]);
  const isListed = !stored || documents.some(({ id }) => id === stored.id);
  const files = isListed ? documents : [...documents, stored];
  return (
    <Grid ref={field} gap="2">
      <SelectField
        key={String(isPending)}
        name="documentId"
        label="Signed Document"
        options={[{ value: '', label: 'None' }, ...files.map(({ id, name }) => ({ value: id, label: name }))]}
        defaultValue={documentId}
      />
      <UploadButton stageId={`${clientId}.${PLANS_STAGE}`} label={UPLOAD} justifySelf="start" onStored={setStored}>
        {UPLOAD}
      </UploadButton>
      <UploadList isListed={isOfLetter} />
    </Grid>
  );
}

/** Scope, signature and signed document. */
function LetterFields({ clientId, loa }: { clientId: string; loa?: Loa }) {
  const { signedOn } = useForm().values;
  const today = londonParts(new Date()).date;
  return (
    <>
      <Pair>
        <SelectField name="scope" label="Scope" options={optionsOf(SCOPE_LABELS)} defaultValue={loa?.scope} />
        <DateField name="signedOn" label="Signed On" max={today} defaultValue={loa?.signedOn ?? undefined} />
      </Pair>
      <OldSignature loa={{ state: 'to_send', signedOn: typeof signedOn === 'string' ? signedOn : null }} />
      <SignedDocument clientId={clientId} documentId={loa?.documentId ?? undefined} />
    </>
  );
}

/** How and when it was sent. Blank for a letter that is still to be sent. */
function SentFields() {
  const { values } = useForm();
  return (
    <>
      <DateField
        name="sentOn"
        label="Sent On"
        hint="Leave it blank if the letter is still to be sent."
        max={londonParts(new Date()).date}
      />
      {values.sentOn && (
        <Pair>
          <SelectField
            name="how"
            label="How"
            hint="Required, as a date is set."
            placeholder="Select how"
            options={WAYS_TO_SEND}
            required
          />
          <TextField name="ref" label="Their Reference" placeholder="Optional" />
        </Pair>
      )}
    </>
  );
}

const NONE: readonly never[] = [];

/** Returns the plans that are in no other letter under way. */
function useFreePlans(clientId: string, own?: Loa): readonly Plan[] {
  const { data: plans = NONE } = useQuery(plansQuery(clientId));
  const { data: loas = NONE } = useQuery(loasQuery(clientId));
  const taken = new Set(loas.filter((loa) => loa.id !== own?.id && isUnderWay(loa.state)).map(({ id }) => id));
  return plans.filter(({ loaId }) => loaId === null || !taken.has(loaId));
}

function NewLetterFields({ plans, clientId }: { plans: readonly Plan[]; clientId: string }) {
  const { values } = useForm();
  const groups = Map.groupBy(plans, ({ provider }) => providerKey(provider));
  const names = new Map([...groups].map(([key, [first]]) => [key, first?.provider ?? '']));
  const [first = ''] = names.keys();
  const chosen = String(values.providerKey ?? first);
  return (
    <>
      <SelectField name="providerKey" label="Provider" options={optionsOf(Object.fromEntries(names))} />
      <input type="hidden" name="provider" value={names.get(chosen) ?? ''} />
      <Ticks key={chosen} plans={groups.get(chosen) ?? NONE} isTicked={() => true} />
      <LetterFields clientId={clientId} />
      <SentFields />
    </>
  );
}

const idsOf = (plans: readonly Plan[]) => plans.map(({ id }) => id).join();

/** Keeps the last plans once none is left, as the form and its input would go with them. */
function useLastPlans(plans: readonly Plan[]): readonly Plan[] {
  const [last, setLast] = useState(plans);
  if (plans.length === 0) return last;
  if (idsOf(plans) !== idsOf(last)) setLast(plans);
  return plans;
}

const TAKEN = finalNotice('Every plan is now in a letter that is under way, or was deleted.');

/** Notes a letter to one provider about some of its plans. */
export default function LetterDialog({ clientId, ...dialog }: DialogState & { clientId: string }) {
  const free = useFreePlans(clientId);
  const plans = useLastPlans(free);
  const { mutateAsync } = useMutation(noteLoa(offerAfterStep));
  const isSigning = useSigning(clientId);
  return (
    <FormDialog
      {...dialog}
      title="Letter of Authority"
      notice={free.length < plans.length ? TAKEN : undefined}
      draft={`new-loa/${clientId}`}
      schema={letterSchema}
      onSubmit={(body) => mutateAsync({ params: { id: clientId }, body })}
      submitLabel="Save"
      busyLabel="Saving..."
      needs={(values) => !isSigning && chosenPlans(values).length > 0 && (!values.sentOn || Boolean(values.how))}
    >
      {plans.length > 0 ? (
        <NewLetterFields plans={plans} clientId={clientId} />
      ) : (
        <Text color="fg.muted">Every plan is in a letter that is under way. Add another plan first.</Text>
      )}
    </FormDialog>
  );
}

/** Changes the scope, the signature and the plans of a letter that is under way. */
export function EditLetterDialog({ loa, ...dialog }: DialogState & { loa: Loa; notice: Notice | undefined }) {
  const { id, clientId, version, providerKey: key, planIds } = loa;
  const plans = useFreePlans(clientId, loa).filter(({ provider }) => providerKey(provider) === key);
  const { mutateAsync, isError } = useMutation(changeLoa);
  const isSigning = useSigning(clientId);
  const seen = useSeenVersion(version, { open: dialog.open, isRefused: isError });
  return (
    <FormDialog
      {...dialog}
      title="Edit Letter"
      draft={`loa/${id}`}
      schema={editSchema}
      onSubmit={(body) => mutateAsync({ params: { id }, body: { ...body, version: seen } })}
      submitLabel="Save"
      busyLabel="Saving..."
      needs={(values) => !isSigning && chosenPlans(values).length > 0}
    >
      <Box>
        <Words fontWeight="medium">{loa.provider}</Words>
        <LoaStateLine loa={loa} />
      </Box>
      <Ticks plans={plans} isTicked={(plan) => planIds.includes(plan.id)} />
      <LetterFields clientId={clientId} loa={loa} />
    </FormDialog>
  );
}
