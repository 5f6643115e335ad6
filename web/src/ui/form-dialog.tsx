import { Button } from '@chakra-ui/react/button';
import { DialogBody, DialogFooter } from '@chakra-ui/react/dialog';
import { Text } from '@chakra-ui/react/text';
import type * as z from 'zod/mini';
import { Form, type FormProps, SubmitButton, useForm } from './form.tsx';
import { Modal, type ModalProps } from './modal.tsx';

interface Props<S extends z.core.$ZodType> extends FormProps<S>, Omit<ModalProps, 'children' | 'role'> {
  description?: string;
  submitLabel: string;
  busyLabel: string;
  /** Fields without which the submit button stays disabled. */
  needs?: readonly string[];
}

function CancelButton({ onClose }: { onClose: () => void }) {
  return (
    <Button variant="outline" colorPalette="gray" onClick={onClose} disabled={useForm().busy}>
      Cancel
    </Button>
  );
}

/** A dialog around a form; it closes when `onSubmit` succeeds and stays, with all that is typed, when it does not. */
export function FormDialog<S extends z.core.$ZodType>(props: Props<S>) {
  const { schema, extra, onSubmit, onClose, description, submitLabel, busyLabel, needs, children, ...modal } = props;
  return (
    <Modal {...modal} onClose={onClose}>
      <Form schema={schema} extra={extra} onSubmit={(values) => onSubmit(values).then(onClose)}>
        <DialogBody display="grid" gap="4">
          {description && <Text color="fg.muted">{description}</Text>}
          {children}
        </DialogBody>
        <DialogFooter>
          <CancelButton onClose={onClose} />
          <SubmitButton busyLabel={busyLabel} needs={needs}>
            {submitLabel}
          </SubmitButton>
        </DialogFooter>
      </Form>
    </Modal>
  );
}
