import { Button } from '@chakra-ui/react/button';
import { Center } from '@chakra-ui/react/center';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { FileText, ImageOff } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { Document } from '#shared/contract/documents.ts';
import { formatFileSize } from '#shared/rules/documents.ts';
import { MB } from '#shared/rules/limits.ts';
import { EmptyState, ErrorState } from '../../ui/eager/state.tsx';
import { whyNoPreview } from './document-actions.tsx';
import { DownloadButton } from './document-buttons.tsx';
import { fileQuery } from './open-document.ts';
import { openingLabel } from './use-download.ts';

/** Larger files are shown on request, as they may take minutes on a slow line. */
const UNASKED_BYTES = 10 * MB;

const PDF = 'application/pdf';
/** Hides the list of pages in the viewers of Chromium and Firefox. */
const WITHOUT_PAGES = '#navpanes=0&pagemode=none';

const Frame = chakra('iframe', { base: { position: 'absolute', inset: 0, boxSize: '100%', bg: 'white' } });
const Picture = chakra('img', { base: { display: 'block', mx: 'auto', maxW: '100%', bg: 'white' } });

/** Returns true if the browser can show a document within the page. */
export const isShowable = ({ preview, type }: Document) => preview && (type !== PDF || navigator.pdfViewerEnabled);

/** Blob URL of a file, revoked once the file is no longer shown. */
function useAddress(file: File | undefined) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!file) return;
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}

const Note = ({ document, children, ...state }: { document: Document; children: ReactNode } & NoteLook) => (
  <EmptyState {...state}>
    <Text>{children}</Text>
    <DownloadButton mt="2" size="sm" variant="outline" document={document}>
      Download
    </DownloadButton>
  </EmptyState>
);
type NoteLook = Pick<Parameters<typeof EmptyState>[0], 'icon' | 'title' | 'role'>;

function Content({ document, address }: { document: Document; address: string }) {
  const [isBroken, setBroken] = useState(false);
  const { name, type } = document;
  if (isBroken)
    return (
      <Note document={document} icon={ImageOff} title="The picture cannot be shown" role="alert">
        The file may be damaged. Download it to open it.
      </Note>
    );
  if (type.startsWith('image/')) return <Picture src={address} alt={name} onError={() => setBroken(true)} />;
  return <Frame src={type === PDF ? `${address}${WITHOUT_PAGES}` : address} title={name} />;
}

function Loaded({ document }: { document: Document }) {
  const [opening, setOpening] = useState('Opening...');
  const { data, error, refetch } = useQuery(fileQuery(document, (fraction) => setOpening(openingLabel(fraction))));
  const address = useAddress(data);
  if (error && !data) return <ErrorState title="The file could not be opened" error={error} onRetry={refetch} />;
  return (
    <>
      <Text role="status" srOnly>
        {address ? 'The file is shown.' : 'Opening the file'}
      </Text>
      {address ? (
        <Content document={document} address={address} />
      ) : (
        <Center minH="40" color="fg.muted">
          <span key={opening}>{opening}</span>
        </Center>
      )}
    </>
  );
}

/** Shows a picture, PDF or text within the page, a large one after a click. Describes other files. */
export function ShownDocument({ document }: { document: Document }) {
  const { fileSize } = document;
  const [isWanted, setWanted] = useState(fileSize <= UNASKED_BYTES);
  if (!document.preview)
    return (
      <Note document={document} icon={FileText} title="No preview">
        {whyNoPreview(document)}
      </Note>
    );
  if (!isShowable(document))
    return (
      <Note document={document} icon={FileText} title="No preview">
        This browser does not show PDFs within a page. Download it to open it.
      </Note>
    );
  if (isWanted) return <Loaded document={document} />;
  return (
    <EmptyState icon={FileText} title={`This file is large: ${formatFileSize(fileSize)}`}>
      <Button mt="2" size="sm" variant="outline" onClick={() => setWanted(true)}>
        Show File
      </Button>
    </EmptyState>
  );
}
