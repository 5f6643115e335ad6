import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { DialogBody, DialogFooter } from '@chakra-ui/react/dialog';
import { Text } from '@chakra-ui/react/text';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { RestoredContext, useFormDraft } from '../../lib/drafts/form-draft.ts';
import { controlInUse } from '../../lib/screen/pressed.ts';
import { charactersLeft } from '../form/characters-left.ts';
import { Restored } from '../form/draft-note.tsx';
import { Form, type FormProps, type Needs, SubmitButton, useForm } from '../form/form.tsx';
import { LeaveQuestion } from './leave-question.tsx';
import { Modal, type ModalProps } from './modal.tsx';
import type { Notice } from './notice.ts';

function limitIn(schema: unknown): number | undefined {
  if (!(schema instanceof z.core.$ZodType)) return;
  const { def } = schema._zod;
  if ('in' in def) return limitIn(def.in);
  if ('innerType' in def) return limitIn(def.innerType);
  return def.checks?.find((check) => check instanceof z.core.$ZodCheckMaxLength)?._zod.def.maximum;
}

/** Returns the maximum length of a field in an object schema; `undefined` if it has none. */
export const limitOf = (schema: z.core.$ZodType, field: string) =>
  schema instanceof z.core.$ZodObject ? limitIn(schema._zod.def.shape[field]) : undefined;

interface Fields<S extends z.core.$ZodType> extends Omit<FormProps<S>, 'watch' | 'noteOf'> {
  description?: string;
  notice?: Notice | undefined;
  submitLabel: ReactNode;
  busyLabel: string;
  needs?: Needs;
  /** Returns a rare act beside the buttons, which may close the dialog. */
  aside?: (close: () => void) => ReactNode;
}

/** Props that keep the focus on a button that cannot be pressed. */
const UNUSABLE = { 'aria-disabled': true, onClick: (event: MouseEvent) => event.preventDefault() } as const;

interface ButtonsProps extends Pick<Fields<z.core.$ZodType>, 'submitLabel' | 'busyLabel' | 'needs' | 'notice'> {
  onClose: () => void;
  disabled: boolean | undefined;
}

function Buttons({ onClose, notice, submitLabel, busyLabel, needs, disabled }: ButtonsProps) {
  const { busy } = useForm();
  const isFinal = notice?.isFinal && !busy;
  return (
    <>
      <Button variant="outline" colorPalette="gray" onClick={onClose} disabled={busy}>
        {isFinal ? 'Close' : 'Cancel'}
      </Button>
      <SubmitButton busyLabel={busyLabel} needs={needs} {...(disabled && { disabled })} {...(isFinal && UNUSABLE)}>
        {submitLabel}
      </SubmitButton>
    </>
  );
}

/** A change of one's own ends with the form, so it is no news. */
const NoticeLine = ({ notice: { text, isFinal } }: { notice: Notice }) =>
  !useForm().busy && (
    <Text role="alert" bg="yellow.subtle" color="yellow.fg" borderRadius="l2" px="3" py="2" textStyle="sm">
      <span>{text}</span>
      {isFinal && <span> Copy what you still need before you close this.</span>}
    </Text>
  );

/** Submits the form on Ctrl or ⌘ with Enter, from any field. */
function sendByKey(event: KeyboardEvent) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.closest('form')?.querySelector<HTMLElement>('[type=submit]')?.click();
}

const FIELD = 'input:not([type=hidden], [tabindex="-1"]), textarea, select';

/** With a `draft` key, such as `task/<id>`, input is stored until it is sent, and leaving needs a confirmation. */
export function useDialogForm(draft: string | undefined, onClose: () => void) {
  const { watch, isDirty, drop, discard, restored } = useFormDraft(draft);
  /** Set while the confirmation is open, with the element that had the focus before. */
  const [confirming, setConfirming] = useState<{ from: Element | null }>();
  const fields = useRef<HTMLDivElement>(null);
  const close = () => {
    setConfirming(undefined);
    drop();
    onClose();
  };
  const toField = (field: Element | null | undefined) => {
    const target = fields.current?.contains(field ?? null) ? field : fields.current?.querySelector(FIELD);
    if (target instanceof HTMLElement) target.focus();
  };
  const keep = () => {
    toField(confirming?.from);
    setConfirming(undefined);
  };
  return {
    fields,
    watch,
    restored,
    isConfirming: confirming !== undefined,
    hideQuestion: () => setConfirming(undefined),
    keep,
    drop,
    close,
    /** Closes an unchanged form. Otherwise opens the confirmation, or closes it if it is open. */
    leave: () => {
      if (confirming) keep();
      else if (isDirty()) setConfirming({ from: controlInUse() });
      else close();
    },
    startAgain: () => {
      discard();
      toField(null);
    },
  };
}

interface DialogFormProps<S extends z.core.$ZodType> extends Fields<S> {
  form: ReturnType<typeof useDialogForm>;
  /** Disables submitting regardless of the input. */
  disabled?: boolean;
}

export function DialogForm<S extends z.core.$ZodType>(props: DialogFormProps<S>) {
  const {
    form,
    schema,
    extra,
    autoComplete,
    onSubmit,
    description,
    submitLabel,
    busyLabel,
    needs,
    notice,
    disabled,
    aside,
    children,
  } = props;
  const { restored } = form;
  return (
    <Form
      schema={schema}
      extra={extra}
      autoComplete={autoComplete}
      watch={form.watch}
      noteOf={(name, value) => charactersLeft(value, limitOf(schema, name))}
      onSubmit={onSubmit}
    >
      <DialogBody ref={form.fields} display="grid" gap="4" onInput={form.hideQuestion} onKeyDown={sendByKey}>
        {notice && <NoticeLine notice={notice} />}
        {description && <Text color="fg.muted">{description}</Text>}
        {restored && <Restored isOutdated={restored.isOutdated} onDiscard={form.startAgain} />}
        <RestoredContext value={restored}>{children}</RestoredContext>
      </DialogBody>
      <DialogFooter flexWrap="wrap">
        {form.isConfirming ? (
          <LeaveQuestion onKeep={form.keep} onDiscard={form.close} />
        ) : (
          <>
            {aside && <Box me="auto">{aside(form.close)}</Box>}
            <Buttons onClose={form.leave} {...{ notice, submitLabel, busyLabel, needs, disabled }} />
          </>
        )}
      </DialogFooter>
    </Form>
  );
}

interface Props<S extends z.core.$ZodType> extends Fields<S>, Omit<ModalProps, 'children' | 'role'> {
  /** Draft key, such as `task/<id>`; see {@link useDialogForm}. Not for secrets. */
  draft?: string;
}

/** Dialog with a form. It closes when `onSubmit` succeeds, and keeps its input if that fails. */
export function FormDialog<S extends z.core.$ZodType>(props: Props<S>) {
  const { schema, extra, autoComplete, onSubmit, onClose, draft, children, ...others } = props;
  const { description, submitLabel, busyLabel, needs, notice, aside, ...modal } = others;
  const form = useDialogForm(draft, onClose);
  const fields = { schema, extra, autoComplete, description, submitLabel, busyLabel, needs, aside };
  return (
    <Modal {...modal} onClose={form.leave}>
      <DialogForm
        {...fields}
        notice={modal.open ? notice : undefined}
        form={form}
        onSubmit={(values) => onSubmit(values).then(form.close)}
      >
        {children}
      </DialogForm>
    </Modal>
  );
}
