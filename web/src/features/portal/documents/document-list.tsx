import { Box } from '@chakra-ui/react/box';
import { Button, IconButton } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Document } from '#shared/contract/documents.ts';
import type { ClientRequest } from '#shared/contract/requests.ts';
import { formatFileSize } from '#shared/rules/documents.ts';
import { isRemovable } from '#shared/rules/requests.ts';
import { sayDay } from '#shared/rules/say-date.ts';
import { DOT, dotted } from '../../../lib/text/format.ts';
import { useDownload } from '../../../parts/document/use-download.ts';
import { Words } from '../../../ui/text/words.tsx';
import { useAccess } from '../access.ts';
import { useOtherPerson } from '../other-person.ts';
import { downloadOwnDocument } from './queries.ts';
import { RemoveFile } from './remove-file.tsx';
import { useUploader } from './uploader-context.ts';

interface RowProps {
  /** Request whose files the client may remove until they are handed in. */
  request?: ClientRequest | undefined;
}

function Uploader({ document: { uploadedBy, sentBy } }: { document: Document }) {
  const { name } = useAccess().portal.adviser;
  const other = useOtherPerson()(sentBy);
  return <Words>{uploadedBy === 'client' ? (other ?? 'you') : name}</Words>;
}

function DownloadButton({ document, token }: { document: Document; token: string }) {
  const { mutateAsync, isPending } = useMutation(downloadOwnDocument(token));
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

function DocumentRow({ document, request }: { document: Document } & RowProps) {
  const { token, portal } = useAccess();
  const settledTitle = useUploader().uploader?.settledTitle(document.id);
  return (
    <Flex as="li" align="center" gap="2" py="1.5" borderTopWidth="1px" _first={{ borderTopWidth: '0' }}>
      <Box flex="1" minW="0">
        <Words as="p" className="notranslate" fontWeight="medium">
          {document.name}
        </Words>
        {settledTitle && (
          <Text textStyle="sm">
            <Words>{portal.adviser.name}</Words> <span>has already dealt with</span> “<Words>{settledTitle}</Words>”.
          </Text>
        )}
        <Box color="fg.muted" textStyle="sm">
          <span>{sayDay(document.uploadedAt) + DOT}</span>
          <Uploader document={document} />
          <span>{DOT + dotted([formatFileSize(document.fileSize), document.encrypted && 'Encrypted'])}</span>
        </Box>
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
        <Button size="lg" variant="ghost" px="2" ms="-2" onClick={showAll}>
          {`Show All ${documents.length} Documents`}
        </Button>
      )}
    </Box>
  );
}
