import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { FileImage, FileText } from 'lucide-react';
import { useState } from 'react';
import type { Document } from '#shared/contract/documents.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { formatFileSize } from '#shared/rules/documents.ts';
import { Blocked, DownloadButton, PreviewButton } from '../../../parts/document/document-buttons.tsx';
import { Words } from '../../../ui/text/words.tsx';

const List = chakra('ul', {
  base: {
    listStyleType: 'none',
    mt: '1.5',
    textStyle: 'sm',
    '& li': { display: 'flex', alignItems: 'center', columnGap: '2', flexWrap: 'wrap', minH: '8' },
    '& svg': { flexShrink: 0 },
    '& small': { textStyle: 'xs', color: 'fg.muted', whiteSpace: 'nowrap' },
  },
});

const BUTTON = { size: 'xs', variant: 'ghost', colorPalette: 'gray' } as const;

function RequestFile({ document }: { document: Document }) {
  const { name, type, fileSize } = document;
  const [blocked, setBlocked] = useState<string>();
  const Icon = type.startsWith('image/') ? FileImage : FileText;
  return (
    <li>
      <Icon size={16} aria-hidden />
      <Words maxW="calc(100% - 1.5rem)" className="notranslate">
        {name}
      </Words>
      <small>{formatFileSize(fileSize)}</small>
      <Flex wrap="wrap" justify="end" ms="auto">
        {document.preview && (
          <PreviewButton {...BUTTON} document={document} onBlocked={setBlocked} aria-label={`Preview ${name}`}>
            Preview
          </PreviewButton>
        )}
        <DownloadButton {...BUTTON} document={document} aria-label={`Download ${name}`}>
          Download
        </DownloadButton>
      </Flex>
      {blocked && <Blocked address={blocked} />}
    </li>
  );
}

const Files = ({ files, label }: { files: readonly Document[]; label: string }) => (
  <List aria-label={label}>
    {files.map((document) => (
      <RequestFile key={document.id} document={document} />
    ))}
  </List>
);

const Names = chakra('ul', {
  base: {
    listStyleType: 'none',
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '4',
    textStyle: 'xs',
    color: 'fg.muted',
    '& li': { minW: '0' },
  },
});

/** Looks like text, because "Review" shows the files too. */
const NAME = {
  size: 'xs',
  variant: 'plain',
  px: '0',
  h: '6',
  maxW: 'full',
  color: 'inherit',
  fontWeight: 'normal',
} as const;

/** Files that a press on "Review" shows. Their names download them. */
const FileNames = ({ files, label }: { files: readonly Document[]; label: string }) => (
  <Names aria-label={label}>
    {files.map((document) => (
      <li key={document.id}>
        <DownloadButton {...NAME} document={document} aria-label={`Download ${document.name}`}>
          <Words truncate className="notranslate">
            {document.name}
          </Words>
        </DownloadButton>
      </li>
    ))}
  </Names>
);

interface Props {
  files: readonly Document[];
  title: string;
  round: number;
  /** True if "Review" shows the files of the current attempt. */
  isReviewed: boolean;
}

/** Files of the current attempt, and those of earlier ones, folded. */
export function RequestFiles({ files, title, round, isReviewed }: Props) {
  const { current = [], earlier = [] } = Object.groupBy(files, (file) =>
    file.round === round ? 'current' : 'earlier',
  );
  const Current = isReviewed ? FileNames : Files;
  return (
    <>
      {current.length > 0 && <Current files={current} label={`Files for ${title}`} />}
      {earlier.length > 0 && (
        <details>
          <summary>{countOf(earlier.length, 'earlier file')}</summary>
          <Files files={earlier} label={`Earlier files for ${title}`} />
        </details>
      )}
    </>
  );
}
