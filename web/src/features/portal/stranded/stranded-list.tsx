import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { LIMITS } from '#shared/rules/limits.ts';
import { readDraft, storeDraft, useDraftKey } from '../../../lib/drafts/drafts.ts';
import { useBusy } from '../../../lib/screen/use-busy.ts';
import { Sheet } from '../../../ui/layout/sheet.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { useAccess, useToken } from '../access.ts';
import { sendMessage } from '../messages/queries.ts';
import { INSETS } from '../section.tsx';
import type { SeenWork, StrandedText } from './stranded.ts';

const UNSENT = {
  note: 'Your note was not saved.',
  question: 'Your question was not sent.',
  answer: 'Your answer was not sent.',
};

interface FateProps extends Pick<StrandedText, 'title' | 'fate'> {
  /** Replaces a missing title. */
  untitled: 'this' | 'a task';
}

/** Says what became of the task or request. */
function Fate({ title, fate, untitled }: FateProps): ReactNode {
  const { name } = useAccess().portal.adviser;
  const about = title ? (
    <span>
      “<Words>{title}</Words>”
    </span>
  ) : (
    <span>{untitled}</span>
  );
  const adviser = <Words>{name}</Words>;
  switch (fate) {
    case 'deleted':
      return (
        <>
          {adviser} <span>has taken</span> {about} <span>off your list.</span>
        </>
      );
    case 'completed':
      return (
        <>
          {about} <span>is marked as complete.</span>
        </>
      );
    case 'settled':
      return (
        <>
          {adviser} <span>has already dealt with</span> {about}
          <span>.</span>
        </>
      );
    case 'submitted':
      return (
        <>
          {about} <span>is with</span> {adviser} <span>now.</span>
        </>
      );
  }
}

/** Returns the message to send: the text and what it is about, if both fit. */
function messageOf({ text, title }: StrandedText): string {
  const whole = `About “${title}”: ${text.trim()}`;
  return title && whole.length <= LIMITS.text ? whole : text.trim();
}

interface BoxProps {
  /** True if it was stranded in this visit. */
  isNew: boolean;
  heading: ReactNode;
  children: ReactNode;
}

function StrandedBox({ isNew, heading, children }: BoxProps) {
  const id = useId();
  const title = useRef<HTMLHeadingElement>(null);
  // Its field may have had the focus, and is gone.
  useEffect(() => {
    if (isNew && document.activeElement === document.body) title.current?.focus();
  }, [isNew]);
  return (
    <Sheet as="section" aria-labelledby={id} px={INSETS.section} py="4" boxShadow="md">
      <Box role={isNew ? 'alert' : undefined} mb="3">
        <chakra.h2 ref={title} id={id} tabIndex={-1} fontFamily="body" textStyle="md" fontWeight="semibold">
          {heading}
        </chakra.h2>
      </Box>
      {children}
    </Sheet>
  );
}

const focusNextStep = () => document.querySelector<HTMLElement>('#next-step')?.focus({ preventScroll: true });

interface Props extends Pick<BoxProps, 'isNew'> {
  stranded: StrandedText;
  onGone: () => void;
}

function StrandedItem({ stranded, isNew, onGone }: Props) {
  const token = useToken();
  const { client } = useAccess().portal;
  const key = useDraftKey(stranded.name);
  const { mutateAsync } = useMutation(sendMessage);
  const [busy, run] = useBusy();
  const forget = () => {
    if (key) storeDraft(key, '');
    onGone();
    focusNextStep();
  };
  const send = async () => {
    // Another tab may have sent it.
    const isThere = key && readDraft(key) === stranded.text;
    const body = { content: messageOf(stranded) };
    if (!isThere || (await run(() => mutateAsync({ params: { id: client.id }, body, token })))) forget();
  };
  return (
    <StrandedBox
      isNew={isNew}
      heading={
        <>
          <Fate {...stranded} untitled="this" /> <span>{UNSENT[stranded.kind]}</span>
        </>
      }
    >
      <chakra.blockquote mb="3" ps="3" borderStartWidth="3px">
        <Words as="p" whiteSpace="pre-wrap">
          {stranded.text}
        </Words>
      </chakra.blockquote>
      <Flex gap="2" wrap="wrap">
        <Button size="lg" onClick={send} aria-busy={busy} aria-disabled={busy || undefined}>
          {busy ? 'Sending...' : 'Send It as a Message'}
        </Button>
        <Button size="lg" variant="ghost" colorPalette="gray" onClick={forget}>
          Discard
        </Button>
      </Flex>
    </StrandedBox>
  );
}

interface CompletionProps extends Pick<StrandedText, 'title'>, Pick<BoxProps, 'isNew'> {
  onDismiss: () => void;
}

/** Says that a task was deleted before its completion arrived. */
export function StrandedCompletion({ title, isNew, onDismiss }: CompletionProps) {
  const dismiss = () => {
    onDismiss();
    focusNextStep();
  };
  return (
    <StrandedBox
      isNew={isNew}
      heading={
        <>
          <Fate title={title} fate="deleted" untitled="a task" />{' '}
          <span>You had marked it as complete, but that was not saved.</span>
        </>
      }
    >
      <Button size="lg" variant="outline" onClick={dismiss}>
        Dismiss
      </Button>
    </StrandedBox>
  );
}

interface ListProps extends Pick<SeenWork, 'open'> {
  texts: readonly StrandedText[];
  onChange: () => void;
}

/** Texts whose forms are gone, each to be sent as a message or discarded. */
export function StrandedList({ texts, open, onChange }: ListProps) {
  return texts.map((text) => (
    <StrandedItem key={text.name} stranded={text} isNew={open.has(text.id)} onGone={onChange} />
  ));
}
