import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { useMutation } from '@tanstack/react-query';
import { MailX, Phone, RotateCw } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { AnswerOf } from '#shared/contract/api.ts';
import { ActionButton } from '../../../ui/feedback/action-button.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { FirmContact } from '../firm-contact.tsx';
import type { Way } from './code-form.tsx';
import { askWithoutCode } from './queries.ts';
import type { MailedCode } from './use-mailed-code.ts';

const LOOK = {
  variant: 'ghost',
  size: 'lg',
  justifyContent: 'start',
  px: '2',
  ms: '-2',
  textAlign: 'start',
} as const;

function Again({ mailed, onSend }: { mailed: MailedCode; onSend: () => Promise<unknown> }) {
  const isOff = !mailed.isDue || mailed.state === 'sending';
  return (
    <>
      <ActionButton {...LOOK} disabled={isOff} onAction={onSend} busyLabel="Sending...">
        <RotateCw aria-hidden />
        Send It Again
      </ActionButton>
      <Text role="status" color="fg.muted" mb="1">
        {isOff
          ? 'It can take a minute to arrive. You can ask for another in half a minute.'
          : 'If nothing has arrived, look in your spam folder, or ask for another code.'}
      </Text>
    </>
  );
}

/** Whom to phone, and what for; it takes the focus, as the button that asked for it is gone. */
function PhoneUs({ adviser, firm }: AnswerOf<'POST /api/portal/no-code'>) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <Box
      ref={box}
      tabIndex={-1}
      role="group"
      aria-label="Help"
      p="4"
      bg="bg.subtle"
      borderWidth="1px"
      borderRadius="l2"
    >
      <Text fontWeight="semibold">
        <Words>{adviser.name}</Words> has been told that you could not get in
      </Text>
      <Text color="fg.muted" mt="1">
        Your adviser can give you a phrase of 8 letters over the phone. Type it into the field above.
        {!firm.phone && ' Phone the number that you know, or wait for our call.'}
      </Text>
      <FirmContact firm={firm} />
    </Box>
  );
}

interface Props {
  token: string;
  mailed: MailedCode;
  onSend: () => Promise<unknown>;
  way: Way;
  onChoose: (way: Way) => void;
}

/** What to do where no code arrives: have it sent again, tell the adviser, type the adviser's phrase. */
export function OtherWays({ token, mailed, onSend, way, onChoose }: Props) {
  const { data, mutateAsync } = useMutation(askWithoutCode);
  return (
    <Flex direction="column" align="start" gap="1" borderTopWidth="1px" pt="4">
      <Again mailed={mailed} onSend={onSend} />
      {!data && (
        <ActionButton {...LOOK} onAction={() => mutateAsync({ token })} busyLabel="Telling your adviser...">
          <MailX aria-hidden />I Can't Open That Email Account
        </ActionButton>
      )}
      <Button {...LOOK} onClick={() => onChoose(way === 'code' ? 'phrase' : 'code')}>
        <Phone aria-hidden />
        {way === 'code' ? 'I Have a Phrase from My Adviser' : 'I Have a Code from an Email'}
      </Button>
      {data && <PhoneUs {...data} />}
    </Flex>
  );
}
