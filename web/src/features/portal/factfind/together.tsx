import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Text } from '@chakra-ui/react/text';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClientRequest } from '#shared/contract/requests.ts';
import { sayLongDay } from '#shared/rules/say-date.ts';
import { ActionButton } from '../../../ui/feedback/action-button.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { useAccess, useToken } from '../access.ts';
import { answerTogether } from '../requests/queries.ts';
import { useFactfind } from './factfind-context.ts';

const TOGETHER = 'I’d rather do this together.';

/** Time of sending, and the adviser who reads the answers. */
export function SentLine({ request }: { request: ClientRequest }) {
  const { name } = useAccess().portal.adviser;
  if (request.answer !== null)
    return (
      <Text>
        <Words>{name}</Words> <span>knows and will tell you here what to do.</span>
      </Text>
    );
  return request.facts?.sentAt && <Text>{`Sent on ${sayLongDay(request.facts.sentAt)}`}</Text>;
}

/** Hands the fact-find in without more answers, after a second press. */
export function Together() {
  const token = useToken();
  const { factfind } = useFactfind();
  const { name } = useAccess().portal.adviser;
  const { mutateAsync } = useMutation(answerTogether(name));
  const [isAsking, setAsking] = useState(false);
  const { id } = factfind.request;
  return (
    <Box mt="4">
      <Button
        size="lg"
        variant="ghost"
        px="3"
        ms="-3"
        aria-expanded={isAsking}
        aria-controls={isAsking ? 'together' : undefined}
        onClick={() => setAsking(!isAsking)}
      >
        I’d Rather Do This Together
      </Button>
      {isAsking && (
        <Box id="together" bg="bg.subtle" borderWidth="1px" borderRadius="l2" p="4" mt="2">
          <Text mb="3">Then you go through the questions in a call or a meeting. What you have answered is kept.</Text>
          <ActionButton
            size="lg"
            busyLabel="Sending..."
            onAction={() => mutateAsync({ params: { id }, body: { reason: TOGETHER }, token })}
          >
            Tell <Words>{name}</Words>
          </ActionButton>
        </Box>
      )}
    </Box>
  );
}

/** End of the list of sections: what was sent, or the way to hand in without more answers. */
export default function OverviewFoot() {
  const { saver, factfind } = useFactfind();
  const { state } = factfind.request;
  if (state === 'submitted') return <SentLine request={factfind.request} />;
  return saver && state === 'open' ? <Together /> : null;
}
