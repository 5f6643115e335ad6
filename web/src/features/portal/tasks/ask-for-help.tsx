import { Button, type ButtonProps } from '@chakra-ui/react/button';
import { useMutation } from '@tanstack/react-query';
import { LifeBuoy } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { ClientTask } from '#shared/contract/tasks.ts';
import { useAccess } from '../access.ts';
import { LatePart } from '../late.tsx';
import { callForHelp } from '../queries.ts';
import { Told } from './told.tsx';

const HELP = 'I need help with this';

interface Props {
  /** What it is about; nothing in particular where there is none. */
  task: ClientTask | undefined;
  /** The id of the element that names it. */
  about: string;
  /** Whether it says that the adviser knows wherever the client has asked for help, or only after it was asked for here. */
  tells: 'always' | 'own';
  /** Says where the focus goes once the adviser was told. */
  onDone: () => void;
  look?: ButtonProps;
}

/**
 * A button by which a client says that it is stuck (contract, New: stuck), with a field for a sentence about it: what was
 * typed there stays until the adviser was told, and is about the task that it was opened for. Belongs into a row that wraps.
 */
export function AskForHelp({ task, about, tells, onDone, look }: Props) {
  const id = useId();
  const { token, portal } = useAccess();
  const button = useRef<HTMLButtonElement>(null);
  const { mutateAsync } = useMutation(callForHelp);
  const [asking, setAsking] = useState<{ task: ClientTask | undefined }>();
  const [isOwn, setOwn] = useState(false);
  const call = async (text: string) => {
    const body = { ref: asking?.task?.id ?? null, text: text.trim() || null };
    await mutateAsync({ params: { id: portal.client.id }, body, token });
    setAsking(undefined);
    setOwn(true);
    onDone();
  };
  const leave = () => {
    setAsking(undefined);
    button.current?.focus();
  };
  if (portal.client.stuckSince && !asking && (isOwn || tells === 'always')) return <Told />;
  if (!token) return null;
  const isOther = asking && asking.task?.id !== task?.id;
  return (
    <>
      <Button
        ref={button}
        size="lg"
        variant="ghost"
        aria-describedby={about}
        aria-expanded={asking !== undefined}
        aria-controls={asking && id}
        onClick={() => setAsking(asking ? undefined : { task })}
        {...look}
      >
        <LifeBuoy aria-hidden />
        {HELP}
      </Button>
      {asking && (
        <LatePart height="10rem">
          {({ HelpForm }) => (
            <HelpForm
              id={id}
              label={HELP}
              about={isOther ? asking.task?.title : undefined}
              draft={`help/${asking.task?.id ?? ''}`}
              onSend={call}
              onLeave={leave}
            />
          )}
        </LatePart>
      )}
    </>
  );
}
