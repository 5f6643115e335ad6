import { Flex } from '@chakra-ui/react/flex';
import { useMutation } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useFocusFallback } from '../../../lib/use-focus-fallback.ts';
import { StuckBadge } from '../../../parts/signals.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { useClient } from '../client-context.ts';
import { endCallForHelp } from './queries.ts';

/** Says that the client waits for help since then, and ends that; an answer ends it too. */
export function Stuck({ since }: { since: string }) {
  const { id } = useClient().client;
  const { mutateAsync } = useMutation(endCallForHelp(id));
  return (
    <Flex align="center" gap="2" my="1">
      <StuckBadge since={since} />
      <ActionButton
        ref={useFocusFallback()}
        size="2xs"
        variant="outline"
        colorPalette="gray"
        bg="bg.surface"
        title="The client has the help that it asked for"
        onAction={() => mutateAsync({ params: { id } })}
      >
        <Check aria-hidden />
        Sorted
      </ActionButton>
    </Flex>
  );
}
