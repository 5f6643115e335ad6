import { Box } from '@chakra-ui/react/box';
import { Button, IconButton } from '@chakra-ui/react/button';
import { DialogBody, DialogFooter } from '@chakra-ui/react/dialog';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Document } from '#shared/contract/documents.ts';
import type { RequestToReview } from '#shared/contract/requests.ts';
import { useSingleKeys } from '../../../parts/account/single-keys.ts';
import { DocumentActions } from '../../../parts/document/document-actions.tsx';
import { documentsQuery } from '../../../parts/document/documents.ts';
import type { DialogState } from '../../../ui/eager/lazy-dialog.tsx';
import { ErrorState, Skeletons } from '../../../ui/eager/state.tsx';
import { Modal, type ModalProps } from '../../../ui/overlay/modal.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { type Answer, answersTo } from './queue-row.tsx';

const NEXT_FILE = ']';

const ARROW = { size: 'sm', variant: 'outline', colorPalette: 'gray' } as const;

/** Presses the dialog's button of a single key, as the shortcuts of the page are off behind a dialog. */
function useKeys(press: (key: string) => void) {
  const [isOn] = useSingleKeys();
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, repeat } = event;
    if (isOn && !ctrlKey && !metaKey && !altKey && !repeat) press(key);
  });
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** File with its actions. Takes the focus, so that Enter shows one file after the other. */
function ShownFile({ document }: { document: Document }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector('button')?.focus(), []);
  return (
    <Box ref={box}>
      <DocumentActions document={document} />
    </Box>
  );
}

interface FilesProps {
  request: RequestToReview;
  files: readonly Document[];
  onDecide: (answer: Answer) => void;
}

function Files({ request, files, onDecide }: FilesProps) {
  const [at, setAt] = useState(0);
  const shown = files[at];
  const isLast = at >= files.length - 1;
  const answers = answersTo(request);
  useKeys((key) => {
    const found = answers.find((one) => one.key === key);
    if (found) onDecide(found.answer);
    if (key === NEXT_FILE && !isLast) setAt(at + 1);
  });
  if (!shown)
    return (
      <DialogBody>
        <Text>The files were deleted. Close this, and send the request back.</Text>
      </DialogBody>
    );
  return (
    <>
      <DialogBody pb="2" display="flex" gap="2" alignItems="center">
        <Text role="status" flex="1" minW="0">
          <Text as="span" color="fg.muted">{`File ${at + 1} of ${files.length}: `}</Text>
          <Words className="notranslate" fontWeight="medium">
            {shown.name}
          </Words>
        </Text>
        {files.length > 1 && (
          <>
            <IconButton {...ARROW} aria-label="Previous File" disabled={at === 0} onClick={() => setAt(at - 1)}>
              <ChevronLeft aria-hidden />
            </IconButton>
            <IconButton
              {...ARROW}
              aria-label="Next File"
              title={`Next File (${NEXT_FILE})`}
              disabled={isLast}
              onClick={() => setAt(at + 1)}
            >
              <ChevronRight aria-hidden />
            </IconButton>
          </>
        )}
      </DialogBody>
      <ShownFile key={shown.id} document={shown} />
      <DialogFooter
        flexWrap="wrap"
        borderTopWidth="1px"
        pt="4"
        css={{ '& > *': { flex: { base: '1 1 auto', sm: '0 0 auto' } } }}
      >
        {answers.map(({ answer, label, icon: Icon, key }) => (
          <Button
            key={key}
            size="sm"
            variant={answer === 'approve' ? 'subtle' : 'outline'}
            colorPalette={answer === 'approve' ? 'brand' : 'gray'}
            title={`${label} (${key.toUpperCase()})`}
            onClick={() => onDecide(answer)}
          >
            <Icon aria-hidden />
            {label}
          </Button>
        ))}
      </DialogFooter>
    </>
  );
}

interface Props extends DialogState, Pick<ModalProps, 'finalFocus'> {
  request: RequestToReview;
  onDecide: (answer: Answer) => void;
}

/** Shows the files of a request one by one, and decides on it. */
export default function FilesDialog({ request, onDecide, ...dialog }: Props) {
  // Always reads again, as the client may have sent files since this browser read them.
  const { data, error, isFetching, refetch } = useQuery({
    ...documentsQuery(request.clientId),
    enabled: dialog.open,
    staleTime: 0,
  });
  const files = data
    ?.filter(({ requestId, round }) => requestId === request.id && round === request.round)
    .toReversed();
  const isRead = files && !(isFetching && files.length !== request.files);
  return (
    <Modal {...dialog} title={request.title} size="lg">
      <DialogBody pb="2">
        <Words color="fg.muted">{request.clientName}</Words>
      </DialogBody>
      {isRead ? (
        <Files request={request} files={files} onDecide={onDecide} />
      ) : (
        <DialogBody>
          {error ? (
            <ErrorState title="The files could not be loaded" error={error} onRetry={refetch} />
          ) : (
            <Skeletons count={1} height="9rem" />
          )}
        </DialogBody>
      )}
    </Modal>
  );
}
