import { createContext, type ReactNode, use, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useAccess } from '../access.ts';
import { useLate } from '../late.tsx';
import type { Page, Uploads } from './upload-pages.ts';

/** What uploads are for: a task, a stage or, with no stage, the client's page. */
export interface Target {
  /** The task's or the stage's id, or blank. */
  key: string;
  /** The stage that documents are for; null where there is none, and for a task, which says its stage itself. */
  stageId: string | null;
  taskId?: string;
  /** What photos of it are called: the task's title. */
  title?: string;
  /** How many files it had before this visit, so that page numbers go on. */
  sentBefore?: number;
}

/** Where files come from: all that the phone offers, or its camera. */
type Source = 'files' | 'camera';

/** Files that were chosen, and what they are for. */
export interface Picked {
  files: readonly File[];
  target: Target;
  isPhoto: boolean;
}

interface Picking {
  /** What sends them; absent while its code is on its way. */
  uploads: Uploads | undefined;
  /** Lets the client choose files for something, or take a photo of it. */
  pick: (target: Target, source?: Source) => void;
}

const UploadsContext = createContext<Picking | undefined>(undefined);

/** The portal's uploads. Throws outside of it. */
export function useUploads(): Picking {
  const uploads = use(UploadsContext);
  if (!uploads) throw new Error('No portal is open');
  return uploads;
}

const NONE: readonly Page[] = [];
const none = () => NONE;
const neverTells = () => () => undefined;

/** All files of this visit, with how far each is. */
export function useAllFiles() {
  const { uploads } = useUploads();
  return useSyncExternalStore(uploads?.subscribe ?? neverTells, uploads?.files ?? none);
}

/** The files for something, with how far each is. */
export const useFilesFor = ({ key }: Pick<Target, 'key'>) => useAllFiles().filter((file) => file.target.key === key);

/** What sends files, and the way to it, which keeps them until its code is there. */
function useSender() {
  const { token, portal } = useAccess();
  const { parts } = useLate();
  const [uploads, setUploads] = useState<Uploads>();
  const [early, setEarly] = useState<readonly Picked[]>([]);
  if (parts && !uploads) setUploads(parts.uploadsOf(portal.client.id, token));
  useEffect(() => {
    if (!uploads || early.length === 0) return;
    setEarly([]);
    for (const picked of early) uploads.send(picked);
  }, [uploads, early]);
  return { uploads, send: (picked: Picked) => setEarly((before) => [...before, picked]) };
}

const PAGE: Target = { key: '', stageId: null };

/** Holds the one hidden file input of the portal, and what is being sent. */
export function UploadsProvider({ children }: { children: ReactNode }) {
  const { token } = useAccess();
  const input = useRef<HTMLInputElement>(null);
  const asked = useRef<{ target: Target; source: Source }>({ target: PAGE, source: 'files' });
  const { uploads, send } = useSender();
  const pick: Picking['pick'] = (target, source = 'files') => {
    if (!input.current) return;
    asked.current = { target, source };
    input.current.accept = source === 'camera' ? 'image/*' : '';
    input.current.multiple = source === 'files';
    input.current.toggleAttribute('capture', source === 'camera');
    input.current.click();
  };
  const picked = () => {
    const { target, source } = asked.current;
    send({ files: [...(input.current?.files ?? [])], target, isPhoto: source === 'camera' });
    if (input.current) input.current.value = '';
  };
  return (
    <UploadsContext value={{ uploads, pick }}>
      {token && <input ref={input} type="file" multiple hidden onChange={picked} aria-label="Document to upload" />}
      {children}
    </UploadsContext>
  );
}
