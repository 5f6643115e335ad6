import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { DialogBody, DialogFooter } from '@chakra-ui/react/dialog';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Document } from '#shared/contract/documents.ts';
import type { RequestToReview } from '#shared/contract/requests.ts';
import { useSingleKeys } from '../../parts/account/single-keys.ts';
import { DocumentActions } from '../../parts/document/document-actions.tsx';
import { documentsQuery } from '../../parts/document/documents.ts';
import type { DialogState } from '../../ui/eager/lazy-dialog.tsx';
import { ErrorState, Skeletons } from '../../ui/eager/state.tsx';
import { Modal, type ModalProps } from '../../ui/overlay/modal.tsx';
import { Words } from '../../ui/text/words.tsx';
import { type Answer, answersTo } from './queue-row.tsx';

const NEXT_FILE = ']';

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
  const answers = answersTo(request);
  useKeys((key) => {
    const found = answers.find((one) => one.key === key);
    if (found) onDecide(found.answer);
    if (key === NEXT_FILE && at < files.length - 1) setAt(at + 1);
  });
  return (
    <>
      <DialogBody pb="0">
        <Text role="status">
          <Text as="span" color="fg.muted">{`File ${at + 1} of ${files.length}: `}</Text>
          <Words className="notranslate" fontWeight="medium">
            {shown?.name}
          </Words>
        </Text>
      </DialogBody>
      {shown && <ShownFile key={shown.id} document={shown} />}
      <DialogFooter justifyContent="space-between" flexWrap="wrap" borderTopWidth="1px" pt="4">
        <Flex gap="2">
          <Button size="sm" variant="ghost" colorPalette="gray" disabled={at === 0} onClick={() => setAt(at - 1)}>
            <ChevronLeft aria-hidden />
            Previous File
          </Button>
          <Button
            size="sm"
            variant="ghost"
            colorPalette="gray"
            title={`Next File (${NEXT_FILE})`}
            disabled={at >= files.length - 1}
            onClick={() => setAt(at + 1)}
          >
            Next File
            <ChevronRight aria-hidden />
          </Button>
        </Flex>
        <Flex gap="2" wrap="wrap">
          {answers.map(({ answer, label, icon: Icon, key }) => (
            <Button
              key={key}
              size="sm"
              variant={answer === 'approve' ? 'solid' : 'outline'}
              colorPalette={answer === 'approve' ? 'brand' : 'gray'}
              title={`${label} (${key.toUpperCase()})`}
              onClick={() => onDecide(answer)}
            >
              <Icon aria-hidden />
              {label}
            </Button>
          ))}
        </Flex>
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
  const { data, error, refetch } = useQuery({ ...documentsQuery(request.clientId), enabled: dialog.open });
  const files = data
    ?.filter(({ requestId, round }) => requestId === request.id && round === request.round)
    .toReversed();
  return (
    <Modal {...dialog} title={request.title} size="lg">
      <DialogBody pb="2">
        <Words color="fg.muted">{request.clientName}</Words>
      </DialogBody>
      {files ? (
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
