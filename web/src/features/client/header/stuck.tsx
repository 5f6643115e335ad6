import { Flex } from '@chakra-ui/react/flex';
import { useMutation } from '@tanstack/react-query';
import { useFocusFallback } from '../../../lib/screen/use-focus-fallback.ts';
import { StuckBadge } from '../../../parts/client/signals.tsx';
import { ActionButton } from '../../../ui/feedback/action-button.tsx';
import { useClient } from '../client-context.ts';
import { endCallForHelp } from './queries.ts';

/** Shows since when the client waits for help, with a button to resolve it; a reply resolves it too. */
export function Stuck({ since }: { since: string }) {
  const { id } = useClient().client;
  const { mutateAsync } = useMutation(endCallForHelp(id));
  return (
    <Flex align="center" gap="2" my="1">
      <StuckBadge since={since} />
      <ActionButton
        ref={useFocusFallback()}
        size="2xs"
        variant="plain"
        color="fg"
        textDecoration="underline"
        title="Mark the request for help as resolved"
        onAction={() => mutateAsync({ params: { id } })}
      >
        Mark as Resolved
      </ActionButton>
    </Flex>
  );
}
