import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { SentMark } from '#shared/contract/signing.ts';
import { deviceCodeIn, NO_CODE } from '#shared/rules/devices.ts';
import { CONSENT, SIGN_TEXTS } from '#shared/rules/signing.ts';
import { isVisible } from '#shared/rules/text.ts';
import { useValuesDraft } from '../../../lib/drafts/values-draft.ts';
import { useBusy } from '../../../lib/screen/use-busy.ts';
import { Input } from '../../../ui/eager/controls.tsx';
import { Restored } from '../../../ui/form/draft-note.tsx';
import { Tick } from '../../../ui/form/tick.tsx';
import { useAccess } from '../access.ts';
import { FieldError } from '../field-error.tsx';
import { clearCode, useMailedCode } from '../step-up/mailed-code.ts';
import { CodeStep } from './code-step.tsx';
import { type Begun, NOTHING, signDraft } from './draft.ts';
import { type Errors, errorsOf, firstOf } from './errors.ts';
import { drawnMark, typedMark } from './pictures.ts';
import { sendSignCode, signDocument } from './queries.ts';
import { SignatureField } from './signature-field.tsx';

interface FieldProps {
  id: string;
  error: string | undefined;
}

function NameField({ id, error, name, onType }: FieldProps & { name: string; onType: (name: string) => void }) {
  return (
    <Grid gap="1.5">
      <chakra.label htmlFor={id} fontWeight="semibold">
        Your full name
      </chakra.label>
      <Input
        id={id}
        size="xl"
        autoComplete="name"
        value={name}
        onChange={({ target }) => onType(target.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${id}-error`}
      />
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </Grid>
  );
}

function Consent({ id, error, ...tick }: FieldProps & { checked: boolean; onChange: (checked: boolean) => void }) {
  return (
    <Box>
      <Flex as="label" gap="3" minH="11" alignItems="start" cursor="pointer">
        <Tick
          id={id}
          mt="0.5"
          aria-invalid={error ? true : undefined}
          aria-describedby={error && `${id}-error`}
          {...tick}
        />
        <span>{CONSENT}</span>
      </Flex>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </Box>
  );
}

/** Returns what is wrong with name, picture and consent. */
function faultsOf({ name, way }: Begun, mark: SentMark | undefined, isTicked: boolean): Errors {
  const isNamed = isVisible(name);
  return {
    ...(!isNamed && { name: way === 'type' ? SIGN_TEXTS.mark : 'Name is required' }),
    ...(!mark && (isNamed || way === 'draw') && { mark: SIGN_TEXTS.mark }),
    ...(!isTicked && { consent: SIGN_TEXTS.consent }),
  };
}

interface Props {
  requestId: string;
  token: string;
  /** SHA-256 of the document that was read. */
  sha256: string;
  /** Id of the button that opens the document. */
  readId: string;
  /** Called for an error of the document, which is shown at that button. */
  onUnread: (error: string | undefined) => void;
}

/** Name, picture, consent and code, kept on the device until the document is signed. */
export function SignForm({ requestId, token, sha256, readId, onUnread }: Props) {
  const id = useId();
  const { name: adviser } = useAccess().portal.adviser;
  const draft = useValuesDraft(signDraft(requestId), NOTHING);
  const begun = draft.shown;
  const canvas = useRef<HTMLCanvasElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [isTicked, setTicked] = useState(false);
  const [code, setCode] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  const mailed = useMailedCode(requestId, sendSignCode, { params: { id: requestId }, token });
  const { mutateAsync } = useMutation(signDocument(adviser, token));
  const [busy, run] = useBusy();

  const report = (found: Errors) => {
    setErrors(found);
    onUnread(found.document);
  };
  const toFirst = useEffectEvent(() => {
    const first = firstOf(errors);
    if (first === 'code') field.current?.focus();
    else if (first) document.getElementById(first === 'document' ? readId : `${id}-${first}`)?.focus();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for each refusal
  useEffect(() => toFirst(), [errors]);

  const wasSent = useRef(mailed.isSent);
  useEffect(() => {
    if (mailed.isSent && !wasSent.current) field.current?.focus();
    wasSent.current = mailed.isSent;
  }, [mailed.isSent]);

  const change = (more: Partial<Begun>) => draft.set(more);
  /** Returns the picture if name, picture and consent are there; else shows what is missing. */
  const checked = (more: Errors = {}): SentMark | undefined => {
    const mark = begun.way === 'type' ? typedMark(begun.name.trim()) : drawnMark(canvas.current);
    const faults = { ...faultsOf(begun, mark, isTicked), ...more };
    report(faults);
    return firstOf(faults) ? undefined : mark;
  };
  const attempt = (step: () => Promise<unknown>) =>
    step().catch((error: unknown) => {
      report(errorsOf(error));
      throw error;
    });
  const sendCode = () => attempt(mailed.send).then(() => field.current?.focus());
  const sign = async () => {
    const digits = deviceCodeIn(code);
    const mark = checked(digits ? {} : { code: NO_CODE });
    if (!digits || !mark) return;
    const body = { name: begun.name.trim(), mark, sha256, consent: true as const, code: digits };
    await attempt(() => mutateAsync({ params: { id: requestId }, body }));
    draft.reset();
    clearCode(requestId);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (mailed.isSent) void run(sign);
    else if (checked()) void run(sendCode);
  };
  const words = mailed.isSent ? ['Sign', 'Signing…'] : ['Send Me a Code', 'Sending...'];
  const error = errors.form ?? (mailed.isSent ? undefined : errors.code);
  return (
    <chakra.form onSubmit={submit} noValidate autoComplete="on" mt="5">
      <Grid gap="5" templateColumns="minmax(0, 1fr)">
        {draft.restored && <Restored onDiscard={draft.reset} />}
        <NameField id={`${id}-name`} error={errors.name} name={begun.name} onType={(name) => change({ name })} />
        <SignatureField id={`${id}-mark`} begun={begun} onChange={change} canvas={canvas} error={errors.mark} />
        <Consent id={`${id}-consent`} error={errors.consent} checked={isTicked} onChange={setTicked} />
        {mailed.isSent && (
          <CodeStep
            mailed={mailed}
            field={field}
            code={code}
            onType={setCode}
            problem={errors.code}
            onSend={sendCode}
          />
        )}
        <Box>
          <Button type="submit" size="lg" aria-busy={busy} aria-disabled={busy || undefined}>
            <span key={String(busy)}>{words[busy ? 1 : 0]}</span>
          </Button>
          <FieldError id={`${id}-form`}>{error}</FieldError>
        </Box>
      </Grid>
    </chakra.form>
  );
}
