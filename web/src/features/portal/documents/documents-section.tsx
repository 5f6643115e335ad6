import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { CircleAlert } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { countOf } from '#shared/rules/counted-words.ts';
import { usePhotosChoice } from '../../../parts/upload/photos/photos-choice.tsx';
import { Sheet } from '../../../ui/layout/sheet.tsx';
import { useAccess } from '../access.ts';
import { ANCHORS } from '../anchors.tsx';
import { preloadedPart } from '../preloaded-part.tsx';
import { INSETS, Section } from '../section.tsx';
import { createUploader } from './uploader.ts';
import {
  clearUnsent,
  readUnsent,
  type Source,
  type Unsent,
  UploaderContext,
  type UploadTarget,
  useAllFiles,
} from './uploader-context.ts';

const wordsFor = ({ count, of }: Unsent) => {
  const files = of === count ? countOf(count, 'file') : `${count} of ${countOf(of, 'file')}`;
  return count === 1
    ? `${files} was not sent. Please choose it again.`
    : `${files} were not sent. Please choose them again.`;
};

/** Reports files left unsent by an earlier visit, until dismissed or until files are chosen. */
export function UnsentNotice() {
  const { token, portal } = useAccess();
  const { id } = portal.client;
  const [unsent, setUnsent] = useState(() => (token ? readUnsent(id) : undefined));
  const isSending = useAllFiles().length > 0;
  if (!unsent || isSending) return null;
  const dismiss = () => {
    clearUnsent(id);
    setUnsent(undefined);
    document.querySelector<HTMLElement>('#next-step')?.focus({ preventScroll: true });
  };
  return (
    <Sheet px={INSETS.section} py="4" boxShadow="md">
      <Flex align="center" columnGap="3" rowGap="2" wrap="wrap">
        <Flex role="status" align="center" gap="2.5" flex="1 1 12rem" color="fg.error">
          <CircleAlert size={20} aria-hidden />
          <Text fontWeight="semibold">{wordsFor(unsent)}</Text>
        </Flex>
        <Button size="lg" variant="outline" onClick={dismiss}>
          Dismiss
        </Button>
      </Flex>
    </Sheet>
  );
}

const Documents = preloadedPart(() => import('./documents.tsx'), '16rem');

export const DocumentsSection = () => (
  <Section title="Your Documents" id={ANCHORS.documents}>
    <Documents />
  </Section>
);

const PAGE: UploadTarget = { key: '', stageId: null };

/** Holds the only file input of the portal, and its uploader. */
export function UploaderProvider({ children }: { children: ReactNode }) {
  const { token, portal } = useAccess();
  const { client, adviser, firm } = portal;
  const [uploader] = useState(() =>
    createUploader({ clientId: client.id, token, adviser: adviser.name, maxMb: firm.maxMb }),
  );
  const { offer, dialog } = usePhotosChoice(firm.maxMb);
  const input = useRef<HTMLInputElement>(null);
  const requested = useRef<{ target: UploadTarget; source: Source }>({ target: PAGE, source: 'files' });
  const pick = (target: UploadTarget, source: Source = 'files') => {
    if (!input.current) return;
    requested.current = { target, source };
    input.current.accept = source === 'camera' ? 'image/*' : '';
    input.current.multiple = source === 'files';
    input.current.toggleAttribute('capture', source === 'camera');
    input.current.click();
  };
  const picked = () => {
    const { target, source } = requested.current;
    const send = (files: readonly File[]) => uploader.send({ files, target, isCamera: source === 'camera' });
    offer({ files: [...(input.current?.files ?? [])], title: target.title, send });
    if (input.current) input.current.value = '';
  };
  return (
    <UploaderContext value={{ uploader, pick }}>
      {token && <input ref={input} type="file" multiple hidden onChange={picked} aria-label="Document to upload" />}
      {children}
      {dialog}
    </UploaderContext>
  );
}
