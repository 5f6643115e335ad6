import { type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { whenIdle } from '../../../lib/screen/idle.ts';
import { usePhotosChoice } from '../../../parts/upload/photos/photos-choice.tsx';
import { notifyMissing } from '../../../ui/eager/lazy-dialog.tsx';
import { lazyPart } from '../../../ui/eager/lazy-part.tsx';
import { useAccess, usePersonId } from '../access.ts';
import { ANCHORS } from '../anchors.tsx';
import { preloadedPart } from '../preloaded-part.tsx';
import { Section } from '../section.tsx';
import {
  type Picked,
  type PickSource,
  type PortalTarget,
  readUnsent,
  type Uploader,
  UploaderContext,
} from './uploader-context.ts';

const UnsentFiles = lazyPart(
  () => import('./unsent-files.tsx'),
  () => null,
);

/** Reports files left unsent by an earlier visit. */
export function UnsentNotice() {
  const { token } = useAccess();
  const personId = usePersonId();
  const [unsent] = useState(() => (token ? readUnsent(personId) : undefined));
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

const PAGE: PortalTarget = { key: '', stageId: null };

type UploaderCode = typeof import('./uploader.ts');
let code: UploaderCode | undefined;

/** Latest load in milliseconds, as a busy page may never be idle. */
const LATEST_MS = 3000;

/**
 * Returns the uploader once its code has loaded, which starts when the page is idle. `load` starts it earlier, and
 * rejects without a connection.
 */
function useLoadedUploader(of: Parameters<UploaderCode['createUploader']>[0]) {
  const [uploader, setUploader] = useState(() => code?.createUploader(of));
  const loading = useRef<Promise<Uploader>>(undefined);
  const load = () => {
    loading.current ??= import('./uploader.ts').then(
      (loaded) => {
        code = loaded;
        const made = loaded.createUploader(of);
        setUploader(made);
        return made;
      },
      (error: unknown) => {
        loading.current = undefined;
        throw error;
      },
    );
    return loading.current;
  };
  const preload = useEffectEvent(() => !uploader && load().catch(() => undefined));
  useEffect(() => whenIdle(() => void preload(), { latest: LATEST_MS }), []);
  return { uploader, load };
}

/** Holds the only file input of the portal, and its uploader. */
export function UploaderProvider({ children }: { children: ReactNode }) {
  const { token, portal } = useAccess();
  const { client, adviser, firm } = portal;
  const of = { clientId: client.id, token, adviser: adviser.name, maxMb: firm.maxMb };
  const { uploader, load } = useLoadedUploader(of);
  const send = (picked: Picked) => {
    if (uploader) return uploader.send(picked);
    load().then((loaded) => loaded.send(picked), notifyMissing);
  };
  const { offer, dialog } = usePhotosChoice(firm.maxMb);
  const input = useRef<HTMLInputElement>(null);
  const requested = useRef<{ target: PortalTarget; source: PickSource }>({ target: PAGE, source: 'files' });
  const pick = (target: PortalTarget, source: PickSource = 'files') => {
    if (!input.current) return;
    requested.current = { target, source };
    input.current.accept = source === 'camera' ? 'image/*' : '';
    input.current.multiple = source === 'files';
    input.current.toggleAttribute('capture', source === 'camera');
    input.current.click();
  };
  const picked = () => {
    const { target, source } = requested.current;
    const files = [...(input.current?.files ?? [])];
    const sendAll = (files: readonly File[]) => send({ files, target, isCamera: source === 'camera' });
    offer({ files, title: target.title, send: sendAll });
    if (input.current) input.current.value = '';
  };
  return (
    <UploaderContext value={{ uploader, send, pick }}>
      {token && <input ref={input} type="file" multiple hidden onChange={picked} aria-label="Document to upload" />}
      {children}
      {dialog}
    </UploaderContext>
  );
}
