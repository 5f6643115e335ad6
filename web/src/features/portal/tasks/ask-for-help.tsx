import { Box } from '@chakra-ui/react/box';
import { Button, type ButtonProps } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useMutation } from '@tanstack/react-query';
import { LifeBuoy } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { sayLongDay } from '#shared/rules/say-date.ts';
import { formatDateTime, formatMoment } from '../../../lib/text/format.ts';
import { Words } from '../../../ui/text/words.tsx';
import { useAccess } from '../access.ts';
import { preloadedPart } from '../preloaded-part.tsx';
import { callForHelp } from '../queries.ts';
import { fateOf } from '../stranded/stranded.ts';
import { usePortalTasks } from './completions.tsx';
import { questionDraft } from './drafts.ts';
import { nextStep, stepSubject } from './next-step.ts';

/** Task or document request that a client needs help with. */
export interface HelpSubject {
  id: string;
  title: string;
}

/** Returns the open call for help with a task or request, or the one about neither. */
export const useCall = (subject: Pick<HelpSubject, 'id'> | undefined) =>
  useAccess().portal.client.calls.find(({ taskId, requestId }) => (taskId ?? requestId) === (subject?.id ?? null));

/** Returns true if the card of the next step is about this task or request. */
export function useIsNext(subject: Pick<HelpSubject, 'id'> | undefined): boolean {
  const { portal } = useAccess();
  const step = nextStep({ ...portal, tasks: usePortalTasks() });
  return stepSubject(step)?.id === subject?.id;
}

/** Confirms that the adviser knows of the call for help, and since when. */
function AdviserKnows({ subject }: { subject: HelpSubject | undefined }) {
  const { adviser } = useAccess().portal;
  const call = useCall(subject);
  if (!call) return null;
  const moment = formatMoment(call.since, new Date(), sayLongDay);
  return (
    <Flex gap="2" flexBasis="full" px="3" py="2" bg="brand.subtle" borderRadius="l2">
      <Box color="brand.fg" flexShrink="0" pt="0.5">
        <LifeBuoy size={20} aria-hidden />
      </Box>
      <Text minW="0">
        <chakra.span fontWeight="semibold">
          <Words>{adviser.name}</Words> has been told that you need help
        </chakra.span>{' '}
        <span>{moment.includes(':') ? 'at' : 'on'}</span>{' '}
        <time dateTime={call.since} title={formatDateTime(call.since, sayLongDay)}>
          {moment}
        </time>
      </Text>
    </Flex>
  );
}

const TextForm = preloadedPart(() => import('../text-form.tsx'), '10rem');

const HELP = 'I Need Help with This';

interface Props {
  subject: HelpSubject | undefined;
  /** Id of the element that names the subject. */
  about: string;
  /** Called once the adviser was notified; moves the focus. */
  onDone: () => void;
  /** True in the row of the subject, where the card of the next step above may say it already. */
  inRow?: boolean;
  look?: ButtonProps;
}

/** Button to ask for help, with an optional text that is kept until sent. Render it in a row that wraps. */
export function AskForHelp({ subject, about, onDone, inRow = false, look }: Props) {
  const id = useId();
  const { token, portal } = useAccess();
  const button = useRef<HTMLButtonElement>(null);
  const { mutateAsync } = useMutation(callForHelp(portal.adviser.name));
  const [asking, setAsking] = useState<{ subject: HelpSubject | undefined }>();
  const call = useCall(subject);
  const tasks = usePortalTasks();
  const isNext = useIsNext(subject);
  // A question about what is gone or done is shown at the top of the page.
  if (asking?.subject && fateOf(asking.subject.id, { tasks, requests: portal.requests })) setAsking(undefined);
  const send = async (text: string) => {
    const body = { ref: asking?.subject?.id ?? null, text: text.trim() || null };
    await mutateAsync({ params: { id: portal.client.id }, body, token });
    setAsking(undefined);
    onDone();
  };
  const leave = () => {
    setAsking(undefined);
    button.current?.focus();
  };
  if (call && !asking) return inRow && isNext ? null : <AdviserKnows subject={subject} />;
  if (!token) return null;
  const isOther = asking && asking.subject?.id !== subject?.id;
  return (
    <>
      <Button
        ref={button}
        size="lg"
        variant="ghost"
        aria-describedby={about}
        aria-expanded={asking !== undefined}
        aria-controls={asking && id}
        onClick={() => setAsking(asking ? undefined : { subject })}
        {...look}
      >
        <LifeBuoy aria-hidden />
        <span>{subject ? HELP : 'I Need Help'}</span>
      </Button>
      {asking && (
        <Box id={id} flexBasis="full">
          <TextForm
            id={id}
            label={asking.subject ? HELP : 'I Need Help'}
            field={
              isOther && asking.subject ? (
                <span>
                  What is unclear about “<Words>{asking.subject.title}</Words>”? (optional)
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
            draft={questionDraft(asking.subject?.id)}
            onSend={send}
            onLeave={leave}
          />
        </Box>
      )}
    </>
  );
}
