import { Box } from '@chakra-ui/react/box';
import { Button, type ButtonProps } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { useMutation } from '@tanstack/react-query';
import { LifeBuoy } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { ClientTask } from '#shared/contract/tasks.ts';
import { formatDateTime, formatLongDate, formatMoment } from '../../../lib/text/format.ts';
import { Words } from '../../../ui/text/words.tsx';
import { useAccess } from '../access.ts';
import { preloadedPart } from '../preloaded-part.tsx';
import { callForHelp } from '../queries.ts';
import { useTasks } from './completions.tsx';
import { questionDraft } from './drafts.ts';

/** Returns the open call for help with a task, or the one about none. */
export const useCall = (task: Pick<ClientTask, 'id'> | undefined) =>
  useAccess().portal.client.calls.find(({ taskId }) => taskId === (task?.id ?? null));

/** Confirms that the adviser knows of the call for help with a task, and since when. */
export function AdviserKnows({ task }: { task: ClientTask | undefined }) {
  const { adviser } = useAccess().portal;
  const call = useCall(task);
  if (!call) return null;
  const moment = formatMoment(call.since, new Date(), formatLongDate);
  return (
    <Flex gap="3" flexBasis="full" px="4" py="3" bg="brand.subtle" borderRadius="l2">
      <Box color="brand.fg" flexShrink="0" pt="0.5">
        <LifeBuoy size={20} aria-hidden />
      </Box>
      <Box minW="0">
        <Text fontWeight="semibold">
          <Words>{adviser.name}</Words> has been told that you need help
        </Text>
        <Text color="fg.muted">
          <span>{moment.includes(':') ? 'Asked at' : 'Asked on'}</span>{' '}
          <time dateTime={call.since} title={formatDateTime(call.since, formatLongDate)}>
            {moment}
          </time>
          . The answer will be in your messages.
        </Text>
      </Box>
    </Flex>
  );
}

const TextForm = preloadedPart(() => import('../text-form.tsx'), '10rem');

const HELP = 'I Need Help with This';

interface Props {
  /** Task that the client needs help with, if any. */
  task: ClientTask | undefined;
  /** Id of the element that names the task. */
  about: string;
  /** Called once the adviser was notified; moves the focus. */
  onDone: () => void;
  look?: ButtonProps;
}

/** Button to report being stuck, with an optional text that is kept until sent. Render it in a row that wraps. */
export function AskForHelp({ task, about, onDone, look }: Props) {
  const id = useId();
  const { token, portal } = useAccess();
  const button = useRef<HTMLButtonElement>(null);
  const { mutateAsync } = useMutation(callForHelp(portal.adviser.name));
  const [asking, setAsking] = useState<{ task: ClientTask | undefined }>();
  const call = useCall(task);
  const tasks = useTasks();
  // A question about a task that is gone or done is shown at the top of the page.
  if (asking?.task && !tasks.some(({ id, status }) => id === asking.task?.id && status !== 'completed'))
    setAsking(undefined);
  const send = async (text: string) => {
    const body = { ref: asking?.task?.id ?? null, text: text.trim() || null };
    await mutateAsync({ params: { id: portal.client.id }, body, token });
    setAsking(undefined);
    onDone();
  };
  const leave = () => {
    setAsking(undefined);
    button.current?.focus();
  };
  if (call && !asking) return <AdviserKnows task={task} />;
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
        <Box id={id} flexBasis="full">
          <TextForm
            id={id}
            label={HELP}
            field={
              isOther && asking.task ? (
                <span>
                  What is unclear about “<Words>{asking.task.title}</Words>”? (optional)
                </span>
              ) : (
                'What is unclear? (optional)'
              )
            }
            placeholder="One sentence is enough..."
            submit={
              <span>
                Ask <Words>{portal.adviser.name}</Words> for Help
              </span>
            }
            busyLabel="Asking..."
            leave="Cancel"
            draft={questionDraft(asking.task?.id)}
            onSend={send}
            onLeave={leave}
          />
        </Box>
      )}
    </>
  );
}
