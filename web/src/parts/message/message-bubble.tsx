import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { use } from 'react';
import type { Message } from '#shared/contract/messages.ts';
import { formatDateTime, formatMoment } from '../../lib/text/format.ts';
import { DayFormat } from '../../ui/text/day-format.ts';
import { RelativeTime } from '../../ui/text/relative-time.tsx';
import { Words } from '../../ui/text/words.tsx';

const OWN = { alignSelf: 'flex-end', bg: 'bg.own', color: 'fg.onOwn', borderEndEndRadius: 'xs' } as const;
const OTHER = { alignSelf: 'flex-start', bg: 'bg.muted', color: 'fg', borderEndStartRadius: 'xs' } as const;

/** Backgrounds are not drawn in forced colours. */
const FORCED_COLORS = { '@media (forced-colors: active)': { border: '1px solid' } };

interface BubbleProps {
  message: Message;
  own: boolean;
  /** Set while the server has not taken it. */
  isPending: boolean;
  sender: string;
  /** Whether it was there before the thread was opened further back: screen readers do not read all of those out. */
  isEarlier: boolean;
  /** When the other side saw it, where that is to be told. */
  seenAt: string | null;
}

function Seen({ at }: { at: string }) {
  const formatDay = use(DayFormat);
  return (
    <Text order="1" textStyle="xs" color="fg.subtle" alignSelf="flex-end">
      <time dateTime={at} title={formatDateTime(at, formatDay)}>
        Seen {formatMoment(at, new Date(), formatDay)}
      </time>
    </Text>
  );
}

/** A message as its writer's side and the other see it. */
export const Bubble = ({ message, own, isPending, sender, isEarlier, seenAt }: BubbleProps) => (
  <Flex as="li" direction="column" gap="1" aria-live={isEarlier ? 'off' : undefined}>
    {/* Below the text on the screen, and before it for screen readers: who says it comes first. */}
    <Text order="1" textStyle="xs" color="fg.subtle" alignSelf={own ? 'flex-end' : 'flex-start'}>
      <Words>{sender}</Words> · {isPending ? 'Sending...' : <RelativeTime value={message.createdAt} />}
    </Text>
    <Box
      maxW="70%"
      px="3.5"
      py="2"
      borderRadius="l3"
      opacity={isPending ? 0.7 : undefined}
      transition="opacity 0.2s"
      css={FORCED_COLORS}
      {...(own ? OWN : OTHER)}
    >
      <Words as="p" whiteSpace="pre-wrap">
        {message.content}
      </Words>
    </Box>
    {seenAt && <Seen at={seenAt} />}
  </Flex>
);
