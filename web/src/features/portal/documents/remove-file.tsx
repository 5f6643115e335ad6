import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { mutationOptions, useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Document } from '#shared/contract/documents.ts';
import type { ClientRequest } from '#shared/contract/requests.ts';
import { ApiError, call, type Sent } from '../../../lib/http/api.ts';
import { useFocusFallback } from '../../../lib/screen/use-focus-fallback.ts';
import { ActionButton } from '../../../ui/feedback/action-button.tsx';
import { useToken } from '../access.ts';
import { touching } from '../queries.ts';
import { targetKey } from '../requests/requests.ts';
import { useUploader } from './uploader-context.ts';

const REMOVE = 'DELETE /api/documents/{id}';

/** Pending until the portal has been refetched. A file that is gone already counts as removed. */
const removeFile = mutationOptions({
  mutationFn: (sent: Sent<typeof REMOVE>) =>
    call(REMOVE, sent).catch((error: unknown) => {
      if (!(error instanceof ApiError && error.status === 404)) throw error;
    }),
  meta: {
    success: { title: 'File Removed' },
    failure: { title: 'Error', description: 'Failed to remove the file', server: true, cause: true },
    effect: touching('GET /api/portal/{token}'),
    waits: true,
    noSession: true,
  },
});

/** Returns what to focus once the file is gone: the list of files, or the row's title after the last one. */
function afterRemoval(button: Element) {
  const list = button.closest('ul')?.parentElement;
  const title = button.closest('details')?.querySelector('summary');
  return () => (list?.isConnected ? list : title);
}

interface QuestionProps {
  document: Document;
  onYes: () => Promise<unknown>;
  onNo: () => void;
}

function Question({ document: { name }, onYes, onNo }: QuestionProps) {
  const box = useRef<HTMLDivElement>(null);
  const yes = useFocusFallback<HTMLButtonElement>(afterRemoval);
  useEffect(() => box.current?.focus(), []);
  return (
    <Flex
      ref={box}
      role="group"
      aria-label={`Remove ${name}`}
      tabIndex={-1}
      outline="none"
      onKeyDown={({ key }) => key === 'Escape' && onNo()}
      gap="2"
      mt="1"
      wrap="wrap"
      align="center"
    >
      <Text role="alert" w="full">
        Remove this file? It is deleted at once.
      </Text>
      <ActionButton ref={yes} size="lg" variant="outline" colorPalette="red" busyLabel="Removing..." onAction={onYes}>
        Yes, Remove It
      </ActionButton>
      <Button size="lg" variant="ghost" colorPalette="gray" onClick={onNo}>
        Keep It
      </Button>
    </Flex>
  );
}

interface Props {
  document: Document;
  request: ClientRequest;
}

/** Removes an own file after a second click. */
export function RemoveFile({ document, request }: Props) {
  const token = useToken();
  const { uploader } = useUploader();
  const { mutateAsync } = useMutation(removeFile);
  const [isAsking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasAsked = useRef(false);
  useEffect(() => {
    if (!isAsking && wasAsked.current) button.current?.focus();
    wasAsked.current = isAsking;
  }, [isAsking]);
  // The file leaves the list before this resolves, as the journey is read again first.
  const remove = () =>
    mutateAsync({ params: { id: document.id }, token }).then(() => uploader.forgetStored({ key: targetKey(request) }));
  if (isAsking) return <Question document={document} onYes={remove} onNo={() => setAsking(false)} />;
  return (
    <Button
      ref={button}
      size="lg"
      variant="ghost"
      colorPalette="gray"
      px="2"
      ms="-2"
      aria-label={`Remove ${document.name}`}
      onClick={() => setAsking(true)}
    >
      Remove
    </Button>
  );
}
