import { useMutation, useQuery } from '@tanstack/react-query';
import type { Document } from '#shared/contract/documents.ts';
import { loasQuery } from '../../../parts/loa/loas.ts';
import { requestsQuery } from '../../../parts/request/requests.ts';
import { Words } from '../../../ui/text/words.tsx';
import { DeleteButton } from '../delete-button.tsx';
import { deleteDocument } from './changes.ts';

/** Says what a deleted document does to its request and to the letter that it is the signed document of. */
function Effects({ document: { id, clientId, requestId, round, uploadedBy } }: { document: Document }) {
  const { data: requests = [] } = useQuery({ ...requestsQuery(clientId), retryOnMount: false });
  const { data: loas = [] } = useQuery({ ...loasQuery(clientId), retryOnMount: false });
  const reopened = requests.find(
    ({ id, state, files, answer, ...request }) =>
      id === requestId && state === 'submitted' && files === 1 && answer === null && request.round === round,
  );
  const loa = loas.find(({ documentId }) => documentId === id);
  return (
    <>
      {reopened && uploadedBy === 'adviser' && (
        <span>
          The request for “<Words>{reopened.title}</Words>” is then open again.{' '}
        </span>
      )}
      {loa && (
        <span>
          The letter of authority to <Words>{loa.provider}</Words> stays without it.{' '}
        </span>
      )}
    </>
  );
}

/** Button of the document's dialog, which closes once the document is deleted. */
export function DeleteDocument({ document, onDeleted }: { document: Document; onDeleted: () => void }) {
  const { id, name } = document;
  const { mutateAsync } = useMutation(deleteDocument);
  return (
    <DeleteButton
      kind="Document"
      text={
        <span>
          “<Words>{name}</Words>” will be permanently removed. <Effects document={document} />
          <span>This action cannot be undone.</span>
        </span>
      }
      onDelete={() => mutateAsync({ params: { id } }).then(onDeleted)}
    />
  );
}
