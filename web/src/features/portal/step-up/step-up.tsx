import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useMutation } from '@tanstack/react-query';
import { MailX, Phone } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { AnswerOf } from '#shared/contract/api.ts';
import { deviceCodeIn, NO_CODE } from '#shared/rules/devices.ts';
import { ApiError } from '../../../lib/http/api.ts';
import { reasonOf } from '../../../lib/http/failure.ts';
import { personIdIn } from '../../../lib/http/token.ts';
import { ActionButton } from '../../../ui/feedback/action-button.tsx';
import { Sheet } from '../../../ui/layout/sheet.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { FirmContact } from '../firm-contact.tsx';
import { PortalFrame } from '../portal-frame.tsx';
import type { ProofKind } from './code-field.tsx';
import { askWithoutCode, CodeForm, confirmDevice, sendCode } from './code-form.tsx';
import { clearCode, type MailedCode, useMailedCode } from './mailed-code.ts';
import { BUTTON_STYLE, SendAgain } from './send-again.tsx';

/** Help by phone. Takes the focus, as the button that opened it is gone. */
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
        <span>Your adviser can give you a phrase of 8 letters over the phone. The field above now takes it.</span>
        {!firm.phone && <span> Phone us on a number you know, or wait for our call.</span>}
      </Text>
      <FirmContact firm={firm} />
    </Box>
  );
}

interface OtherWaysProps {
  token: string;
  mailed: MailedCode;
  onSend: () => Promise<unknown>;
  way: ProofKind;
  onSwitch: (way: ProofKind) => void;
  /** Switches, and moves the focus to the field. */
  onChoose: (way: ProofKind) => void;
}

/** Alternatives if no code arrives: resend it, notify the adviser, or enter a phrase. */
function OtherWays({ token, mailed, onSend, way, onSwitch, onChoose }: OtherWaysProps) {
  const { data, mutateAsync } = useMutation(askWithoutCode);
  const ask = async () => {
    await mutateAsync({ token });
    onSwitch('phrase');
  };
  return (
    <Flex direction="column" align="start" gap="1" borderTopWidth="1px" pt="4">
      <SendAgain mailed={mailed} onSend={onSend} />
      {!data && (
        <ActionButton {...BUTTON_STYLE} onAction={ask} busyLabel="Telling your adviser...">
          <MailX aria-hidden />I Can’t Open That Email Account
        </ActionButton>
      )}
      <Button {...BUTTON_STYLE} onClick={() => onChoose(way === 'code' ? 'phrase' : 'code')}>
        <Phone aria-hidden />
        <span>{way === 'code' ? 'My Adviser Gave Me 8 Letters' : 'I Have a Code from an Email'}</span>
      </Button>
      {data && <PhoneUs {...data} />}
    </Flex>
  );
}

const NOT_KEPT =
  'Your browser did not save the confirmation. Please allow cookies for this site, send a new code and try again.';
const UNKNOWN = 'Something went wrong. Please try again.';

/** Returns the server's message, or our own if the browser dropped the cookie. */
const errorText = (error: unknown) =>
  (error instanceof ApiError && (error.more.stepUp ? NOT_KEPT : error.fields.code)) || reasonOf(error) || UNKNOWN;

function useProblem() {
  const [problem, setProblem] = useState<string>();
  const showProblem = (error: unknown) => setProblem(errorText(error));
  /** Runs a step. Shows the error and rethrows it. */
  const attempt = async (step: () => Promise<unknown>) => {
    setProblem(undefined);
    await step().catch((error: unknown) => {
      showProblem(error);
      throw error;
    });
  };
  return { problem, setProblem, showProblem, attempt };
}

const SENDING: Record<MailedCode['state'], string> = {
  sending: 'We are sending a 6-digit code to',
  sent: 'We have sent a 6-digit code to',
  'sent again': 'We have sent another 6-digit code to',
  failed: 'No code could be sent to',
};

const Sent = ({ id, state, to }: { id: string; state: MailedCode['state']; to: string }) => (
  <Text id={id} role="status" textStyle="lg">
    <span>{SENDING[state]}</span>{' '}
    <chakra.strong fontWeight="semibold" overflowWrap="anywhere">
      {to}
    </chakra.strong>
    .
  </Text>
);

interface Props {
  token: string;
  /** Masked address that the code goes to. */
  to: string;
  /** True if the page was open until now. */
  isInterrupted: boolean;
}

/** Requests the emailed code on a new device, then opens the portal. */
export default function StepUp({ token, to, isInterrupted }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const [way, setWay] = useState<ProofKind>('code');
  const { problem, setProblem, showProblem, attempt } = useProblem();
  const person = personIdIn(token);
  const mailed = useMailedCode(person, sendCode, { token });
  const { mutateAsync } = useMutation(confirmDevice(token));
  // Sent by script, because mail scanners open links; not again after a reload.
  const opened = useEffectEvent(() => {
    if (!mailed.isSent) mailed.send().catch(showProblem);
  });
  useEffect(() => {
    field.current?.focus();
    opened();
  }, []);
  const confirm = async (typed: string, remember: boolean) => {
    const code = deviceCodeIn(typed);
    if (!code) {
      setProblem(NO_CODE);
      throw new Error(NO_CODE);
    }
    await attempt(() => mutateAsync({ code, remember }));
    clearCode(person);
  };
  const choose = (chosen: ProofKind) => {
    setWay(chosen);
    field.current?.focus();
  };
  return (
    <PortalFrame title="Is it you?">
      <Box maxW="lg" mx="auto" px={{ base: '3', md: '8' }} py={{ base: '6', md: '16' }}>
        <Sheet px={{ base: '5', md: '8' }} py={{ base: '6', md: '8' }}>
          <Grid gap="5" templateColumns="minmax(0, 1fr)">
            <chakra.h1 textStyle={{ base: '2xl', md: '3xl' }}>Is it you?</chakra.h1>
            <Text>
              {isInterrupted
                ? 'Please confirm this phone or computer again. What you typed on your page is kept.'
                : 'You are opening your page on a phone or computer that we have not seen before. To keep your papers safe, please type the code that we email to you.'}
            </Text>
            <Sent id="code-sent" state={mailed.state} to={to} />
            <CodeForm way={way} field={field} about="code-sent" problem={problem} onSend={confirm} />
            <OtherWays
              token={token}
              mailed={mailed}
              onSend={() => attempt(mailed.send)}
              way={way}
              onSwitch={setWay}
              onChoose={choose}
            />
          </Grid>
        </Sheet>
      </Box>
    </PortalFrame>
  );
}
