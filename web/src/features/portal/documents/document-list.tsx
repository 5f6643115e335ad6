import { Box } from '@chakra-ui/react/box';
import { Button, IconButton } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { useMutation } from '@tanstack/react-query';
import { Download, FileText, LockKeyhole } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Document } from '#shared/contract/documents.ts';
import type { ClientRequest } from '#shared/contract/requests.ts';
import { formatFileSize } from '#shared/rules/documents.ts';
import { isRemovable } from '#shared/rules/requests.ts';
import { formatLongDate } from '../../../lib/text/format.ts';
import { useDownload } from '../../../parts/document/use-download.ts';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { useAccess } from '../access.ts';
import { downloadDocument } from '../queries.ts';
import { RemoveFile } from './remove-file.tsx';
import { useUploader } from './uploader-context.ts';

interface RowProps {
  /** Set inside a task or request, so that rows do not repeat its title. */
  hidesSubject?: boolean;
  /** Request whose files the client may remove until they are handed in. */
  request?: ClientRequest | undefined;
}

const uploader = ({ uploadedBy }: Document, adviser: string) => (uploadedBy === 'client' ? 'you' : adviser);

function DownloadButton({ document, token }: { document: Document; token: string }) {
  const { mutateAsync, isPending } = useMutation(downloadDocument(token));
  const { busyLabel, cancel, track } = useDownload();
  // The failure shows a toast.
  const start = () => track((options) => mutateAsync({ ...document, ...options })).catch(() => undefined);
  return (
    <IconButton
      variant="ghost"
      size="lg"
      px={busyLabel && '3'}
      aria-label={busyLabel ? `${busyLabel} Cancel` : `Download ${document.name}`}
      aria-busy={isPending}
      aria-disabled={(isPending && !busyLabel) || undefined}
      onClick={() => (busyLabel ? cancel() : !isPending && start())}
    >
      {busyLabel ? <span key="busy">{busyLabel}</span> : <Download />}
    </IconButton>
  );
}

function DocumentRow({ document, hidesSubject, request }: { document: Document } & RowProps) {
  const { token, portal } = useAccess();
  const settledTitle = useUploader().uploader.settledTitle(document.id);
  const { taskId, requestId } = document;
  const subject = hidesSubject
    ? undefined
    : [...portal.tasks, ...portal.requests].find(({ id }) => id === (taskId ?? requestId));
  return (
    <Flex as="li" align="center" gap="3" py="3" borderTopWidth="1px" _first={{ borderTopWidth: '0' }}>
      <Box color="brand.fg" flexShrink="0" alignSelf="start" pt="0.5">
        <FileText aria-hidden />
      </Box>
      <Box flex="1" minW="0">
        <Words as="p" className="notranslate" fontWeight="medium">
          {document.name}
        </Words>
        {subject && (
          <Text color="fg.muted" textStyle="sm">
            For “<Words>{subject.title}</Words>”
          </Text>
        )}
        {settledTitle && (
          <Text textStyle="sm">
            <Words>{portal.adviser.name}</Words> <span>has already dealt with</span> “<Words>{settledTitle}</Words>”.
          </Text>
        )}
        <Flex color="fg.muted" textStyle="sm" columnGap="2" rowGap="1" wrap="wrap" align="center">
          <span>
            <span>{`${formatLongDate(document.uploadedAt)} · uploaded by`}</span>{' '}
            <Words>{uploader(document, portal.adviser.name)}</Words>{' '}
            <span>{`· ${formatFileSize(document.fileSize)}`}</span>
          </span>
          {document.encrypted && (
            <Badge tone="gray" icon={LockKeyhole}>
              Encrypted
            </Badge>
          )}
        </Flex>
        {token && request && isRemovable(request, document) && <RemoveFile document={document} request={request} />}
      </Box>
      {token && <DownloadButton document={document} token={token} />}
    </Flex>
  );
}

interface Props extends RowProps {
  documents: readonly Document[];
  /** Number of documents shown at first; all by default. */
  first?: number;
}

export default function DocumentList({ documents, first = documents.length, ...row }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const [isAll, setAll] = useState(false);
  const shown = isAll ? documents : documents.slice(0, first);
  const showAll = () => {
    setAll(true);
    // The button disappears, so the list takes the focus.
    list.current?.focus();
  };
  return (
    <Box ref={list} tabIndex={-1} outline="none">
      <Box as="ul" listStyleType="none">
        {shown.map((document) => (
          <DocumentRow key={document.id} document={document} {...row} />
        ))}
      </Box>
      {shown.length < documents.length && (
        <Button size="lg" variant="ghost" mt="1" onClick={showAll}>
          {`Show All ${documents.length}`}
        </Button>
      )}
    </Box>
  );
}
