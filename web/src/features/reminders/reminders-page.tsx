import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { type Params, useLocation, useNavigate, useParams } from 'react-router';
import type { OwnReminders } from '#shared/contract/reminders.ts';
import { sayLongDay } from '#shared/rules/say-date.ts';
import { FIRM_NAME } from '../../lib/http/firm.ts';
import { tokenIn } from '../../lib/navigation/paths.ts';
import { phoneLink } from '../../lib/text/contact-links.ts';
import { firmQuery } from '../../parts/firm.ts';
import { lazyPart } from '../../ui/eager/lazy-part.tsx';
import { ErrorState, PageLoading } from '../../ui/eager/state.tsx';
import { TitleContext } from '../../ui/eager/title.tsx';
import { ActionButton } from '../../ui/feedback/action-button.tsx';
import { EDGE } from '../../ui/layout/edge.ts';
import { PlainFrame } from '../../ui/layout/plain-frame.tsx';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { type Act, changeReminders, isUnknown, remindersQuery, startReminders } from './queries.ts';

const TITLE = 'Reminder emails';

const TEXTS: Readonly<Record<OwnReminders['state'], string>> = {
  on: 'While something that we asked you for is still open, we send you a short reminder now and then: never two within two days, and we stop after a few.',
  paused: 'Paused.',
  stopped:
    'Stopped. You still get new requests, answers to your messages, and codes. Your adviser can see that you stopped them.',
  off: 'Reminder emails are switched off.',
};

const stateText = ({ state, until }: OwnReminders) =>
  state === 'paused' && until ? `Paused until ${sayLongDay(until)}.` : TEXTS[state];

const OLD: Partial<Record<OwnReminders['state'], string>> = {
  paused: 'To start them again, please use the link in a newer email.',
  stopped: 'To start them again, please use the link in a newer email.',
};

const textOf = (reminders: OwnReminders) =>
  [stateText(reminders), reminders.onlyStop && OLD[reminders.state]].filter(Boolean).join(' ');

const ACTS: Readonly<Record<OwnReminders['state'], readonly Act[]>> = {
  on: ['pause', 'stop'],
  paused: ['resume', 'stop'],
  stopped: ['resume'],
  off: ['stop'],
};

const LABELS: Readonly<Record<Act, readonly [label: string, busy: string]>> = {
  pause: ['Pause for Two Weeks', 'Pausing...'],
  stop: ['Stop Reminder Emails', 'Stopping...'],
  resume: ['Start Again', 'Starting...'],
};

// Later than the buttons, which a client came for.
const Foot = lazyPart(
  () => import('../../parts/legal/firm-foot.tsx'),
  () => null,
);

interface FrameProps {
  title?: string;
  firm?: Pick<OwnReminders['firm'], 'name'> | undefined;
  children: ReactNode;
}

const Frame = ({ title = TITLE, firm, children }: FrameProps) => (
  <TitleContext value={{ first: '', firm: firm?.name ?? FIRM_NAME }}>
    <PlainFrame
      title={title}
      foot={
        <Suspense>
          <Foot />
        </Suspense>
      }
    >
      <Box width="full" maxW="2xl" mx="auto" px={EDGE} py={{ base: '6', md: '16' }}>
        <Sheet as="section" px={{ base: 'min({spacing.5}, 6vw)', md: '8' }} py={{ base: '6', md: '8' }}>
          <chakra.h1 textStyle="2xl">{title}</chakra.h1>
          {children}
        </Sheet>
      </Box>
    </PlainFrame>
  </TitleContext>
);

function UnknownLink() {
  const { data } = useQuery(firmQuery);
  const href = phoneLink(data?.phone ?? null);
  return (
    <Frame title="This link no longer works" firm={data}>
      <Text color="fg.muted" mt="2">
        Please use the link in a newer email, or phone us.
      </Text>
      {data?.phone && (
        <Button asChild variant={href ? 'outline' : 'plain'} size="lg" mt="4">
          <a href={href} aria-label={href && `Phone ${data.name}: ${data.phone}`}>
            {data.phone}
          </a>
        </Button>
      )}
    </Frame>
  );
}

/** Way back to the portal, or the word that nothing is left to do here. */
function Leave({ isDone }: { isDone: boolean }) {
  const isFromPortal = useLocation().state?.from === 'portal';
  const navigate = useNavigate();
  if (isFromPortal)
    return (
      <Button variant="ghost" size="lg" mt="4" onClick={() => navigate(-1)}>
        Back to Your Page
      </Button>
    );
  return isDone && <Text mt="4">Done. You can close this page.</Text>;
}

/** Announces the state, and takes the focus once a press has changed it. */
function Status({ isNew, children }: { isNew: boolean; children: string }) {
  const box = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (isNew) box.current?.focus();
  }, [isNew]);
  return (
    <Text ref={box} tabIndex={-1} role="status" mt="2">
      {children}
    </Text>
  );
}

function Reminders({ link }: { link: string }) {
  const { data, error, refetch } = useQuery(remindersQuery(link));
  const { mutateAsync, isPending, isSuccess, variables, error: refusal } = useMutation(changeReminders);
  if (isUnknown(error) || isUnknown(refusal)) return <UnknownLink />;
  if (error)
    return (
      <Frame firm={data?.firm}>
        <ErrorState title="This page could not be loaded" error={error} onRetry={refetch} />
      </Frame>
    );
  if (!data)
    return (
      <Frame>
        <PageLoading />
      </Frame>
    );
  return (
    <Frame firm={data.firm}>
      <Status isNew={isSuccess}>{textOf(data)}</Status>
      <Flex wrap="wrap" gap="3" mt="6">
        {ACTS[data.state]
          .filter((act) => act === 'stop' || !data.onlyStop)
          .map((act) => {
            const [label, busyLabel] = LABELS[act];
            return (
              <ActionButton
                key={act}
                size="lg"
                flex={{ base: '1 1 100%', sm: 'none' }}
                variant={act === 'resume' ? 'solid' : 'outline'}
                disabled={isPending && variables.act !== act}
                busyLabel={busyLabel}
                onAction={() => mutateAsync({ act, key: link })}
              >
                {label}
              </ActionButton>
            );
          })}
      </Flex>
      <Leave isDone={isSuccess} />
    </Frame>
  );
}

export function loader({ params }: { params: Params }) {
  const link = tokenIn(params);
  if (link) void startReminders(link);
  return null;
}

/** Opened from a reminder, without a sign-in. Opening it changes nothing. */
export function Component() {
  const link = tokenIn(useParams());
  return link ? <Reminders key={link} link={link} /> : <UnknownLink />;
}
