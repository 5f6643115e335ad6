import { Box } from '@chakra-ui/react/box';
import { Button, type ButtonProps } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { useMutation } from '@tanstack/react-query';
import { LifeBuoy } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { ClientTask } from '#shared/contract/tasks.ts';
import { formatDateTime, formatMoment } from '../../../lib/text/format.ts';
import { Words } from '../../../ui/text/words.tsx';
import { useAccess } from '../access.ts';
import { LatePart } from '../late.tsx';
import { formatLongDate } from '../long-date.ts';
import { callForHelp } from '../queries.ts';

/** Says that the adviser has been told that the client needs help, and when; nothing while no call for help is open. */
function Told() {
  const { client, adviser } = useAccess().portal;
  if (!client.stuckSince) return null;
  const moment = formatMoment(client.stuckSince, new Date(), formatLongDate);
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
          <time dateTime={client.stuckSince} title={formatDateTime(client.stuckSince, formatLongDate)}>
            {moment}
          </time>
          . The answer will be in your messages.
        </Text>
      </Box>
    </Flex>
  );
}

const HELP = 'I Need Help with This';

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
