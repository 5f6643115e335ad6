import { Button } from '@chakra-ui/react/button';
import { mutationOptions, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Document } from '#shared/contract/documents.ts';
import type { ClientRequest } from '#shared/contract/requests.ts';
import { ApiError, call, type Sent } from '../../../lib/http/api.ts';
import { Question } from '../../../ui/feedback/question.tsx';
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
  // The file leaves the list before this resolves, as the journey is read again first.
  const remove = () =>
    mutateAsync({ params: { id: document.id }, token }).then(() => uploader?.forgetStored({ key: targetKey(request) }));
  return (
    <>
      <Button
        hidden={isAsking}
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
      {isAsking && (
        <Question
          label={`Remove ${document.name}`}
          text="Remove this file? It is deleted at once."
          yes="Yes, Remove It"
          busyLabel="Removing..."
          no="Keep It"
          danger
          size="lg"
          onYes={remove}
          onNo={() => setAsking(false)}
        />
      )}
    </>
  );
}
