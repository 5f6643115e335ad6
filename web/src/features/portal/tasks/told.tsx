import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { LifeBuoy } from 'lucide-react';
import { formatDateTime, formatMoment } from '../../../lib/text/format.ts';
import { Words } from '../../../ui/text/words.tsx';
import { useAccess } from '../access.ts';
import { formatLongDate } from '../long-date.ts';

/** Says that the adviser has been told that the client needs help, and when; nothing while no call for help is open. */
export function Told() {
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
          Asked {moment.includes(':') ? 'at' : 'on'}{' '}
          <time dateTime={client.stuckSince} title={formatDateTime(client.stuckSince, formatLongDate)}>
            {moment}
          </time>
          . The answer will be in your messages.
        </Text>
      </Box>
    </Flex>
  );
}
