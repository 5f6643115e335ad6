import { Button, type ButtonProps } from '@chakra-ui/react/button';
import { useMutation } from '@tanstack/react-query';
import { LifeBuoy } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { ClientTask } from '#shared/contract/tasks.ts';
import { useAccess } from './access.ts';
import { HelpForm } from './help-form.tsx';
import { callForHelp } from './queries.ts';
import { Told } from './told.tsx';

const HELP = 'I need help with this';

interface Props {
  /** What it is about; nothing in particular where it is left out. */
  task?: ClientTask | undefined;
  /** The id of the element that names it. */
  about: string;
  /** Says where the focus goes once the adviser was told. */
  onDone: () => void;
  look?: ButtonProps;
}

/**
 * A button by which a client says that it is stuck (contract, New: stuck), with a field for a sentence about it: what was
 * typed there stays until the adviser was told. Belongs into a row that wraps.
 */
export function AskForHelp({ task, about, onDone, look }: Props) {
  const id = useId();
  const { token, portal } = useAccess();
  const button = useRef<HTMLButtonElement>(null);
  const { mutateAsync } = useMutation(callForHelp);
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [isAsked, setAsked] = useState(false);
  const call = async () => {
    const body = { ref: task?.id ?? null, text: text.trim() || null };
    await mutateAsync({ params: { id: portal.client.id }, body, token });
    setText('');
    setOpen(false);
    setAsked(true);
    onDone();
  };
  const leave = () => {
    setOpen(false);
    button.current?.focus();
  };
  if (isAsked && portal.client.stuckSince) return <Told />;
  return (
    <>
      <Button
        ref={button}
        variant="ghost"
        aria-describedby={about}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        {...look}
      >
        <LifeBuoy aria-hidden />
        {HELP}
      </Button>
      {isOpen && <HelpForm id={id} label={HELP} text={text} onType={setText} onSend={call} onLeave={leave} />}
    </>
  );
}
