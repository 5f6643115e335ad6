import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Skeleton } from '@chakra-ui/react/skeleton';
import { Text } from '@chakra-ui/react/text';
import { useMutation } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { type ReactNode, Suspense, useId, useRef, useState } from 'react';
import type { Document } from '#shared/contract/documents.ts';
import type { ClientRequest } from '#shared/contract/requests.ts';
import { REQUEST_LIMITS } from '#shared/rules/limits.ts';
import { useBusy } from '../../../lib/screen/use-busy.ts';
import { photosIn } from '../../../parts/upload/page-names.ts';
import { isUploadUnderWay } from '../../../parts/upload/queued-file.ts';
import { lazyPart } from '../../../ui/eager/lazy-part.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { useAccess, useToken } from '../access.ts';
import { FilesButton, PhotoButton, QUIET, TIGHT } from '../documents/upload-choice.tsx';
import UploadProgress from '../documents/upload-progress.tsx';
import { type PortalTarget, useFilesFor } from '../documents/uploader-context.ts';
import { FactfindCard } from '../factfind/factfind-card.tsx';
import { Missing, preloadedPart } from '../preloaded-part.tsx';
import { AskForHelp } from '../tasks/ask-for-help.tsx';
import { PartlySent } from '../unfinished/partly-sent.tsx';
import { answerRequest, submitRequest } from './queries.ts';
import { answerDraft, filesSinceAsked, isOpenRequest, requestTarget } from './requests.ts';

const TextForm = preloadedPart(() => import('../text-form.tsx'), '12rem');

const SOLID = { ...TIGHT, variant: 'solid', bg: undefined } as const;

interface Props {
  request: ClientRequest;
  files: readonly Document[];
  titleId: string;
  toTitle: () => void;
}

function useTarget(request: ClientRequest, files: readonly Document[]): PortalTarget {
  const isOwn = ({ uploadedBy, round }: Document) => uploadedBy === 'client' && round === request.round;
  const [photosBefore] = useState(photosIn(files.filter(isOwn)));
  return { ...requestTarget(request), photosBefore };
}

/** Hands the files in. */
function HandIn({ request, titleId, onDone }: { request: ClientRequest; titleId: string; onDone: () => void }) {
  const token = useToken();
  const { name } = useAccess().portal.adviser;
  const { mutateAsync } = useMutation(submitRequest(name));
  const [busy, run] = useBusy();
  const submit = async () => {
    if (await run(() => mutateAsync({ params: { id: request.id }, token }))) onDone();
  };
  return (
    <Box mt="3">
      <Button size="lg" aria-describedby={titleId} aria-busy={busy} aria-disabled={busy || undefined} onClick={submit}>
        <Check aria-hidden />
        <span>{busy ? 'One moment...' : 'That’s Everything'}</span>
      </Button>
      <Text color="fg.muted" mt="1.5">
        <span>If you do nothing, we pass it to</span> <Words>{name}</Words> <span>in half an hour.</span>
      </Text>
    </Box>
  );
}

/** Button and form to say why there is no such document. The form keeps its text when closed. */
function NotThere({ request, titleId, onDone }: { request: ClientRequest; titleId: string; onDone: () => void }) {
  const id = useId();
  const token = useToken();
  const { name } = useAccess().portal.adviser;
  const { mutateAsync } = useMutation(answerRequest(name));
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const send = async (text: string) => {
    await mutateAsync({ params: { id: request.id }, body: { reason: text.trim() }, token });
    onDone();
  };
  const leave = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <>
      <Button
        ref={button}
        {...QUIET}
        aria-describedby={titleId}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        I Don’t Have This
      </Button>
      {isOpen && (
        <Box id={id} flexBasis="full">
          <TextForm
            id={id}
            label="I Don’t Have This"
            field="Why don’t you have it? One sentence is enough."
            placeholder="For example: my employer never sent one."
            submit={
              <span>
                Tell <Words>{name}</Words>
              </span>
            }
            busyLabel="Sending..."
            leave="Cancel"
            draft={answerDraft(request.id)}
            limit={REQUEST_LIMITS.text}
            isRequired
            onSend={send}
            onLeave={leave}
          />
        </Box>
      )}
    </>
  );
}

const Said = ({ children }: { children: ReactNode }) => (
  <Text role="status" mb="2">
    {children}
  </Text>
);

/** Actions of a request: add files, hand them in, or say that there are none. */
function FileActions({ request, files, titleId, toTitle }: Props) {
  const { name } = useAccess().portal.adviser;
  const target = useTarget(request, files);
  const here = useFilesFor(target);
  const [isThanked, setThanked] = useState(false);
  const isAdded = filesSinceAsked(request, files) > 0 || here.some(({ state }) => state.kind === 'done');
  const done = () => {
    setThanked(true);
    toTitle();
  };
  if (!isOpenRequest(request))
    return (
      <Box mt="3" role="group" aria-labelledby={titleId} tabIndex={-1}>
        {request.answer === null ? (
          isThanked && (
            <Said key="thanks">
              Thank you. <Words>{name}</Words> looks at it next.
            </Said>
          )
        ) : (
          <Said key="knows">
            <Words>{name}</Words> <span>knows and will tell you here what to do.</span>
          </Said>
        )}
        <PartlySent of={{ requestId: request.id }} />
        <UploadProgress target={target} />
        <FilesButton
          target={target}
          label={request.files === 0 ? 'Found It? Add a File' : 'Add Another File'}
          look={{ ...QUIET, ms: '-2' }}
        />
      </Box>
    );
  return (
    <Box mt="3" role="group" aria-labelledby={titleId} tabIndex={-1}>
      <PartlySent of={{ requestId: request.id }} />
      <UploadProgress target={target} />
      <Flex gap="2" wrap="wrap">
        <FilesButton target={target} label="Add Files or Photos" look={isAdded ? TIGHT : SOLID} />
        <PhotoButton target={target} look={TIGHT} />
      </Flex>
      {isAdded && !here.some(isUploadUnderWay) && <HandIn request={request} titleId={titleId} onDone={done} />}
      <Flex columnGap="1" rowGap="2" wrap="wrap" mt="1" ms="-2">
        <NotThere request={request} titleId={titleId} onDone={toTitle} />
        <AskForHelp subject={request} about={titleId} onDone={toTitle} inRow look={QUIET} />
      </Flex>
    </Box>
  );
}

const SignCard = lazyPart(() => import('../sign/sign-card.tsx'), Missing);

/** Actions of a request for documents, or the way to the questions of a fact-find or to a document to sign. */
export default function RequestActions(props: Props) {
  const { sign } = props.request;
  if (sign)
    return (
      <Suspense fallback={<Skeleton aria-hidden height="6.5rem" borderRadius="l2" mt="3" />}>
        <SignCard {...props} sign={sign} />
      </Suspense>
    );
  return props.request.facts ? <FactfindCard request={props.request} /> : <FileActions {...props} />;
}
