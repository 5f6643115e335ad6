import { chakra } from '@chakra-ui/react/styled-system';
import { useQuery } from '@tanstack/react-query';
import { Paperclip } from 'lucide-react';
import { createContext, type ReactNode, use, useMemo, useState } from 'react';
import type { Document } from '#shared/contract/documents.ts';
import type { Task } from '#shared/contract/tasks.ts';
import { formatFileSize } from '#shared/rules/documents.ts';
import { useFocusFallback } from '../../../lib/screen/use-focus-fallback.ts';
import { lazyDialog } from '../../../ui/eager/lazy-dialog.tsx';
import { documentsQuery } from '../queries.ts';

const DocumentDialog = lazyDialog(() => import('../documents/document-dialog.tsx'));

const FilesContext = createContext<ReadonlyMap<string | null, readonly Document[]>>(new Map());

export function TaskFilesProvider({ clientId, children }: { clientId: string; children: ReactNode }) {
  // Only the component that reports a failed request retries it on mount, not each one that shares the query.
  const { data } = useQuery({ ...documentsQuery(clientId), retryOnMount: false });
  const files = useMemo(() => Map.groupBy(data ?? [], ({ taskId }) => taskId), [data]);
  return <FilesContext value={files}>{children}</FilesContext>;
}

// One styled element per list, because a page can have hundreds of files.
const List = chakra('ul', {
  base: {
    listStyleType: 'none',
    mt: '1.5',
    textStyle: 'xs',
    color: 'fg.muted',
    '& li': { display: 'flex', alignItems: 'baseline', columnGap: '1.5', flexWrap: 'wrap' },
    '& svg': { flexShrink: 0, alignSelf: 'center' },
    '& button': {
      minH: '6',
      textAlign: 'start',
      color: 'fg',
      cursor: 'pointer',
      borderRadius: 'l1',
      overflowWrap: 'anywhere',
      _hover: { textDecoration: 'underline' },
      _focusVisible: { outline: '2px solid {colors.brand.focusRing}', outlineOffset: '2px' },
    },
  },
});

function TaskFile({ document }: { document: Document }) {
  const [open, setOpen] = useState(false);
  return (
    <li>
      <Paperclip size={13} aria-hidden />
      <button ref={useFocusFallback()} type="button" dir="auto" translate="no" onClick={() => setOpen(true)}>
        {document.name}
      </button>
      <span>{formatFileSize(document.fileSize)}</span>
      <DocumentDialog document={document} open={open} onClose={() => setOpen(false)} />
    </li>
  );
}

/** Lists the documents of a task. Renders nothing if there are none. */
export function TaskFiles({ task: { id, title } }: { task: Task }) {
  const files = use(FilesContext).get(id);
  return (
    files && (
      <List aria-label={`Files for ${title}`}>
        {files.map((document) => (
          <TaskFile key={document.id} document={document} />
        ))}
      </List>
    )
  );
}
