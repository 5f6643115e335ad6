import { Box } from '@chakra-ui/react/box';
import { IconButton } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { useMutation } from '@tanstack/react-query';
import { Download, FileText, LockKeyhole } from 'lucide-react';
import type { Document } from '#shared/contract/documents.ts';
import { formatFileSize } from '#shared/rules/documents.ts';
import { formatDate } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Words } from '../../ui/words.tsx';
import { useAccess } from './access.ts';
import { downloadDocument } from './queries.ts';

const uploader = ({ uploadedBy }: Document, adviser: string) => (uploadedBy === 'client' ? 'you' : adviser);

function DownloadButton({ document, token }: { document: Document; token: string }) {
  const { mutate, isPending } = useMutation(downloadDocument(token));
  return (
    <IconButton
      variant="ghost"
      aria-label={`Download ${document.name}`}
      aria-busy={isPending}
      aria-disabled={isPending || undefined}
      onClick={() => !isPending && mutate(document)}
    >
      <Download />
    </IconButton>
  );
}

function DocumentRow({ document }: { document: Document }) {
  const { token, portal } = useAccess();
  return (
    <Flex as="li" align="center" gap="3" py="3" borderTopWidth="1px" _first={{ borderTopWidth: '0' }}>
      <Box color="brand.fg" flexShrink="0" alignSelf="start" pt="0.5">
        <FileText aria-hidden />
      </Box>
      <Box flex="1" minW="0">
        <Words as="p" fontWeight="medium">
          {document.name}
        </Words>
        <Flex color="fg.muted" textStyle="sm" columnGap="2" rowGap="1" wrap="wrap" align="center">
          <span>
            {formatDate(document.uploadedAt)} · uploaded by <Words>{uploader(document, portal.adviser.name)}</Words> ·{' '}
            {formatFileSize(document.fileSize)}
          </span>
          {document.encrypted && (
            <Badge tone="gray" icon={LockKeyhole}>
              Encrypted
            </Badge>
          )}
        </Flex>
      </Box>
      {token && <DownloadButton document={document} token={token} />}
    </Flex>
  );
}

/** Documents with when, by whom and how large, each to be downloaded (product 2). */
export const DocumentList = ({ documents }: { documents: readonly Document[] }) => (
  <Box as="ul" listStyleType="none">
    {documents.map((document) => (
      <DocumentRow key={document.id} document={document} />
    ))}
  </Box>
);
