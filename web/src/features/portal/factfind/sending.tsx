import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Text } from '@chakra-ui/react/text';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useBusy } from '../../../lib/screen/use-busy.ts';
import { Words } from '../../../ui/text/words.tsx';
import { useAccess, useToken } from '../access.ts';
import { sendFactfind } from '../requests/queries.ts';
import { placeOf } from './draft.ts';
import { isAskedAt, useFactfind } from './factfind-context.ts';
import type { AnswerSaver } from './saver.ts';
import { SentLine, Together } from './together.tsx';

const UNSAVED = 'Some answers are not saved yet, so nothing was sent.';

/** Text that takes the focus, as the button before it is gone. */
function Thanks({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => box.current?.focus(), []);
  return (
    <Box ref={box} tabIndex={-1} role="status" bg="brand.subtle" borderRadius="l2" px="4" py="3" outline="none">
      {children}
    </Box>
  );
}

/** Button that sends the answers. Saves them first. */
export function Sending({ saver }: { saver: AnswerSaver }) {
  const token = useToken();
  const open = useFactfind();
  const { request } = open.factfind;
  const { name } = useAccess().portal.adviser;
  const { mutateAsync } = useMutation(sendFactfind(name));
  const [busy, run] = useBusy();
  const [isThanked, setThanked] = useState(false);
  const [isUnsaved, setUnsaved] = useState(false);
  const send = async () => {
    await saver.save();
    const isLeft = [...saver.all().drafts.keys()].some((name) => isAskedAt(open, placeOf(name)));
    setUnsaved(isLeft);
    if (isLeft) return;
    await mutateAsync({ params: { id: request.id }, token });
    setThanked(true);
  };
  const adviser = <Words>{name}</Words>;
  if (request.state !== 'open')
    return (
      <Box mt="5">
        {isThanked ? (
          <Thanks>
            <span>Thank you.</span> {adviser} <span>has your answers and looks at them next.</span>
          </Thanks>
        ) : (
          <SentLine request={request} />
        )}
        <Text mt="2" color="fg.muted">
          {adviser} <span>sees what you change.</span>
        </Text>
      </Box>
    );
  return (
    <Box mt="5">
      {request.facts?.sentAt && !request.facts.together && (
        <Text mb="3">
          <span>You sent these answers before. When they are right, send them again.</span>
        </Text>
      )}
      <Button size="lg" aria-busy={busy} aria-disabled={busy || undefined} onClick={() => run(send)}>
        {busy ? (
          <span key="busy">Sending...</span>
        ) : (
          <span key="send">
            Send to <Words>{name}</Words>
          </span>
        )}
      </Button>
      <Box role="alert" color="fg.error" mt={isUnsaved ? '2' : undefined}>
        {isUnsaved && <span>{UNSAVED}</span>}
      </Box>
      <Together />
    </Box>
  );
}
