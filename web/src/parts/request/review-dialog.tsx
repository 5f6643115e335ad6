import { Box } from '@chakra-ui/react/box';
import { Button, IconButton } from '@chakra-ui/react/button';
import { DialogBody, DialogFooter } from '@chakra-ui/react/dialog';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronLeft, ChevronRight, ChevronUp, type LucideIcon } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { Document } from '#shared/contract/documents.ts';
import type { DocumentRequest } from '#shared/contract/requests.ts';
import { DOT } from '../../lib/text/format.ts';
import type { DialogState } from '../../ui/eager/lazy-dialog.tsx';
import { ErrorState, Skeletons } from '../../ui/eager/state.tsx';
import { Modal } from '../../ui/overlay/modal.tsx';
import { Words } from '../../ui/text/words.tsx';
import { useSingleKeys } from '../account/single-keys.ts';
import { Blocked, DownloadButton, PreviewButton } from '../document/document-buttons.tsx';
import { documentFacts, documentsQuery } from '../document/documents.ts';
import { useOpened } from '../document/opened.ts';
import { isShowable, ShownDocument } from '../document/shown-document.tsx';
import { type Answer, type Asked, answersTo, DECIDED_ELSEWHERE } from './answers.ts';
import { answerHeading, Quote } from './quote.tsx';
import ReasonDialog from './reason-dialog.tsx';
import type { NamedRequest } from './request-changes.ts';

type Reviewed = Pick<DocumentRequest, 'id' | 'clientId' | 'kind' | 'round' | 'files' | 'answer' | 'version'> &
  NamedRequest;

/** Presses the dialog's button of a single key, as the shortcuts of the page are off behind a dialog. */
function useKeys(keys: Readonly<Record<string, (() => void) | undefined>>, isOff: boolean) {
  const [isOn] = useSingleKeys();
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, repeat } = event;
    const isMine = isOn || key.startsWith('Arrow');
    if (!isOff && isMine && !ctrlKey && !metaKey && !altKey && !repeat) keys[key]?.();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** Reads the files of the current attempt, oldest first. Undefined until they are as many as the request counts. */
function useFiles(request: Reviewed, isOpen: boolean) {
  // Always reads again, as the client may have sent files since this browser read them.
  const { data, error, isFetching, refetch } = useQuery({
    ...documentsQuery(request.clientId),
    enabled: isOpen,
    staleTime: 0,
  });
  const files = data
    ?.filter(({ requestId, round }) => requestId === request.id && round === request.round)
    .toReversed();
  const isRead = files && !(isFetching && files.length !== request.files);
  return { files: isRead ? files : undefined, error, refetch };
}

/** Returns what is left to do before the request can be accepted; undefined if nothing is. */
function toOpenFirst(files: readonly Document[] | undefined, opened: readonly string[]): string | undefined {
  if (!files) return 'Loading the files...';
  const left = files.filter(({ id }) => !opened.includes(id)).length;
  if (left === 0) return undefined;
  if (files.length === 1) return 'Open the file first';
  return `Open all ${files.length} files first${left < files.length ? `, ${left} left` : ''}`;
}

interface StepProps {
  icon: LucideIcon;
  label: string;
  /** Key that does the same. */
  hint: string;
  /** Undefined at the end of the list, where the button stays so that it keeps the focus. */
  onStep: (() => void) | undefined;
}

const Step = ({ icon: Icon, label, hint, onStep }: StepProps) => (
  <IconButton
    size="sm"
    variant="outline"
    colorPalette="gray"
    aria-label={label}
    title={`${label} (${hint})`}
    aria-disabled={!onStep}
    _disabled={{ opacity: 0.4 }}
    onClick={onStep}
  >
    <Icon aria-hidden />
  </IconButton>
);

const LINE = {
  display: 'flex',
  gap: '2',
  alignItems: 'center',
  flex: '0',
  py: '0',
  px: { base: '4', md: '6' },
} as const;

/** Name and facts of a file, and what else can be done with it. */
function FileActions({ document }: { document: Document }) {
  const [blocked, setBlocked] = useState<string>();
  const button = { document, size: 'xs', variant: 'ghost' } as const;
  return (
    <>
      <DialogBody {...LINE} columnGap="3" flexWrap="wrap" pb="2">
        <Text color="fg.muted" textStyle="xs" flex="1 1 auto">
          {documentFacts(document)}
        </Text>
        <Flex ms="-2.5" wrap="wrap">
          {document.preview && (
            <PreviewButton {...button} onBlocked={setBlocked}>
              Open in New Tab
            </PreviewButton>
          )}
          <DownloadButton {...button}>Download</DownloadButton>
        </Flex>
      </DialogBody>
      {blocked && <Blocked address={blocked} />}
    </>
  );
}

export interface ReviewProps<R extends Reviewed> extends DialogState {
  /** Request that was opened. */
  request: R;
  /** Requests that wait for a decision, in order. */
  requests: readonly R[];
  onAccept: (request: R) => Promise<unknown>;
  onSent?: (answer: Asked, request: R) => void;
  finalFocus?: (request: R) => HTMLElement | null;
}

const versionOf = ({ id, version }: Reviewed) => `${id} ${version}`;

/** Requests to review, without those that were just decided, and the one in view. */
function useQueue<R extends Reviewed>(first: R, requests: readonly R[], onEnd: () => void) {
  const [last, setLast] = useState(first);
  const [done, setDone] = useState<readonly string[]>([]);
  const left = requests.filter((request) => !done.includes(versionOf(request)));
  const at = left.findIndex(({ id }) => id === last.id);
  // With the current version, so that a refused decision can be repeated.
  const current = left[at] ?? last;
  const [previous, next] = at < 0 ? [undefined, left[0]] : [left[at - 1], left[at + 1]];
  return {
    current,
    previous,
    next,
    isGone: at < 0,
    position: at < 0 ? '' : `Request ${at + 1} of ${left.length}`,
    show: setLast,
    /** Shows the next request, else the one before. */
    moveOn: () => {
      setDone([...done, versionOf(current)]);
      const following = next ?? previous;
      if (following) setLast(following);
      else onEnd();
    },
    takeBack: (request: R) => setDone((before) => before.filter((one) => one !== versionOf(request))),
  };
}

const stepTo = <T,>(target: T | undefined, show: (target: T) => void) => (target ? () => show(target) : undefined);

/** Shows the files of a request one by one, and decides on it once all were opened. Then shows the next request. */
export default function ReviewDialog<R extends Reviewed>(props: ReviewProps<R>) {
  const { request: first, requests, onAccept, onSent, finalFocus, open, onClose } = props;
  const { current, previous, next, position, isGone, show, moveOn, takeBack } = useQueue(first, requests, onClose);
  const { files, error, refetch } = useFiles(current, open);
  const [place, setPlace] = useState({ id: current.id, at: 0 });
  const [reason, setReason] = useState<Asked>('return');
  const [isAsking, setAsking] = useState(false);
  /** How often Accept was pressed too early. */
  const [early, setEarly] = useState(0);
  const shownArea = useRef<HTMLDivElement>(null);
  const hint = useId();
  const at = place.id === current.id ? place.at : 0;
  const shown = files?.[at];
  const toOpen = toOpenFirst(files, useOpened());
  const answers = answersTo(current);
  const showFile = (index: number) => setPlace({ id: current.id, at: index });
  const steps = {
    previousFile: shown && at > 0 ? () => showFile(at - 1) : undefined,
    nextFile: files && at < files.length - 1 ? () => showFile(at + 1) : undefined,
    previous: stepTo(previous, show),
    next: stepTo(next, show),
  };
  const decide = (answer: Answer) => {
    if (answer !== 'approve') {
      setReason(answer);
      setAsking(true);
    } else if (toOpen) setEarly(early + 1);
    else {
      setEarly(0);
      moveOn();
      onAccept(current).catch(() => takeBack(current));
    }
  };
  useKeys(
    {
      '[': steps.previousFile,
      ArrowLeft: steps.previousFile,
      ']': steps.nextFile,
      ArrowRight: steps.nextFile,
      k: steps.previous,
      j: steps.next,
      ...Object.fromEntries(answers.map(({ key, answer }) => [key, () => decide(answer)])),
    },
    !open || isAsking,
  );
  return (
    <>
      <Modal
        title={current.title}
        open={open}
        onClose={onClose}
        size="page"
        initialFocus={() => shownArea.current}
        {...(finalFocus && { finalFocus: () => finalFocus(current) })}
      >
        <DialogBody {...LINE} pb="2">
          <Text role="status" flex="1" minW="0" color="fg.muted">
            <Text as="span" srOnly>
              {`${current.title}: `}
            </Text>
            <Words key={current.id}>{current.clientName}</Words>
            {requests.length > 1 && <span key={position}>{DOT + position}</span>}
          </Text>
          {requests.length > 1 && (
            <>
              <Step icon={ChevronUp} label="Previous Request" hint="K" onStep={steps.previous} />
              <Step icon={ChevronDown} label="Next Request" hint="J" onStep={steps.next} />
            </>
          )}
        </DialogBody>
        {files && shown && (
          <>
            <DialogBody {...LINE} pt="2" borderTopWidth="1px">
              <Text role="status" flex="1" minW="0">
                <Text as="span" color="fg.muted" key={at}>{`File ${at + 1} of ${files.length}: `}</Text>
                <Words key={shown.id} className="notranslate" fontWeight="medium">
                  {shown.name}
                </Words>
                {!isShowable(shown) && (
                  <Text as="span" srOnly>
                    {' (no preview)'}
                  </Text>
                )}
              </Text>
              {files.length > 1 && (
                <>
                  <Step icon={ChevronLeft} label="Previous File" hint="[" onStep={steps.previousFile} />
                  <Step icon={ChevronRight} label="Next File" hint="]" onStep={steps.nextFile} />
                </>
              )}
            </DialogBody>
            <FileActions key={shown.id} document={shown} />
          </>
        )}
        <Box
          ref={shownArea}
          role="group"
          aria-label={shown?.name ?? 'Files'}
          tabIndex={0}
          position="relative"
          flex="1 1 0"
          minH="0"
          overflow="auto"
          bg="bg.subtle"
          borderYWidth="1px"
          focusRing="inside"
        >
          {current.answer && (
            <Box px={LINE.px} pb="3" bg="bg.surface">
              <Quote from={answerHeading(current)}>{current.answer}</Quote>
            </Box>
          )}
          {shown && <ShownDocument key={shown.id} document={shown} />}
          {files && !shown && !current.answer && (
            <Text px={LINE.px} py="4">
              The files were deleted. Send the request back.
            </Text>
          )}
          {!files && error && <ErrorState title="The files could not be loaded" error={error} onRetry={refetch} />}
          {!files && !error && <Skeletons count={1} height="9rem" />}
        </Box>
        <DialogFooter
          flexWrap="wrap"
          gap={{ base: '2', sm: '3' }}
          py="3"
          px={LINE.px}
          css={{ '& > button': { flex: { base: '1 1 auto', sm: '0 0 auto' }, px: { base: '2', sm: '3.5' } } }}
        >
          {toOpen && current.files > 0 && (
            <Text
              key={early}
              id={hint}
              role={early > 0 ? 'alert' : undefined}
              color={early > 0 ? 'yellow.fg' : 'fg.muted'}
              bg={early > 0 ? 'yellow.subtle' : undefined}
              borderRadius="l2"
              px={early > 0 ? '2' : undefined}
              textStyle="sm"
              flexBasis={{ base: '100%', sm: 'auto' }}
            >
              {toOpen}
            </Text>
          )}
          {answers.map(({ answer, label, icon: Icon, key }) => (
            <Button
              key={key}
              size="sm"
              variant={answer === 'approve' ? 'solid' : 'outline'}
              colorPalette={answer === 'approve' ? 'brand' : 'gray'}
              title={`${label} (${key.toUpperCase()})`}
              {...(answer === 'approve' && toOpen && { 'aria-disabled': true, 'aria-describedby': hint })}
              {...(answer !== 'approve' && { 'aria-haspopup': 'dialog' })}
              onClick={({ detail }) => detail < 2 && decide(answer)}
            >
              <Icon aria-hidden />
              {label}
            </Button>
          ))}
        </DialogFooter>
      </Modal>
      <ReasonDialog
        key={`${reason} ${current.id}`}
        request={current}
        decision={reason}
        notice={isGone ? DECIDED_ELSEWHERE : undefined}
        open={open && isAsking}
        onClose={() => setAsking(false)}
        onSent={() => {
          onSent?.(reason, current);
          moveOn();
        }}
      />
    </>
  );
}
