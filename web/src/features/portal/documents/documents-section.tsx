import { type ReactNode, Suspense, useRef, useState } from 'react';
import { usePhotosChoice } from '../../../parts/upload/photos/photos-choice.tsx';
import { lazyPart } from '../../../ui/eager/lazy-part.tsx';
import { useAccess } from '../access.ts';
import { ANCHORS } from '../anchors.tsx';
import { preloadedPart } from '../preloaded-part.tsx';
import { Section } from '../section.tsx';
import { createUploader } from './uploader.ts';
import { readUnsent, type Source, UploaderContext, type UploadTarget } from './uploader-context.ts';

const UnsentFiles = lazyPart(
  () => import('./unsent-files.tsx'),
  () => null,
);

/** Reports files left unsent by an earlier visit. */
export function UnsentNotice() {
  const { token, portal } = useAccess();
  const [unsent] = useState(() => (token ? readUnsent(portal.client.id) : undefined));
  return (
    unsent && (
      <Suspense>
        <UnsentFiles unsent={unsent} />
      </Suspense>
    )
  );
}

const Documents = preloadedPart(() => import('./documents.tsx'), '15rem');

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
