import { useMutation } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useRef, useState } from 'react';
import { FILE_TOO_LARGE } from '#shared/rules/documents.ts';
import { MAX_FILE_BYTES } from '#shared/rules/limits.ts';
import { canRetry, reasonOf } from '../../lib/failure.ts';
import { notify } from '../../lib/notify.ts';
import { useAccess } from './access.ts';
import { fitPhoto } from './photo.ts';
import { upload } from './queries.ts';

/** Which stage a document is for; `undefined` for none. */
type Target = string | undefined;
/** The one upload under way, or the one that failed with the file it kept, and whether that may get through yet. */
export type UploadState = { target: Target; file: File } & (
  | { kind: 'sending'; fraction: number }
  | { kind: 'failed'; reason: string; canRetry: boolean }
);

interface Uploads {
  state: UploadState | undefined;
  /** Lets the client choose a file for a stage, or take a photo of it. */
  choose: (target: Target, source?: 'camera') => void;
  /** Sends the file of a failed upload again. */
  retry: () => void;
}

const UploadsContext = createContext<Uploads | undefined>(undefined);

/** The portal's uploads. Throws outside of it. */
export function useUploads(): Uploads {
  const uploads = use(UploadsContext);
  if (!uploads) throw new Error('No portal is open');
  return uploads;
}

const EMPTY = 'This file is empty. Please choose another one.';
const refusal = ({ size }: File) => (size === 0 ? EMPTY : size > MAX_FILE_BYTES ? FILE_TOO_LARGE : undefined);
const UNKNOWN = 'The document did not get through. Please try again later, or tell your adviser.';

function useSending() {
  const { token, portal } = useAccess();
  const [state, setState] = useState<UploadState>();
  const { mutateAsync } = useMutation(upload);
  const send = async (chosen: File, target: Target) => {
    setState({ kind: 'sending', target, file: chosen, fraction: 0 });
    const file = await fitPhoto(chosen);
    const refused = refusal(file);
    const fail = (reason: string, mayPass: boolean) =>
      setState({ kind: 'failed', target, file: chosen, reason, canRetry: mayPass });
    if (refused) {
      notify({ title: 'Upload Failed', description: refused }, 'error');
      return fail(refused, false);
    }
    const onProgress = (fraction: number) => setState({ kind: 'sending', target, file, fraction });
    await mutateAsync({ clientId: portal.client.id, token, file, stageId: target, onProgress }).then(
      () => setState(undefined),
      (error: unknown) => fail(reasonOf(error) ?? UNKNOWN, canRetry(error)),
    );
  };
  return { state, send };
}

/** Holds the one hidden file input of the portal and sends what is chosen, one file at a time. */
export function UploadsProvider({ children }: { children: ReactNode }) {
  const { token } = useAccess();
  const input = useRef<HTMLInputElement>(null);
  const target = useRef<Target>(undefined);
  const { state, send } = useSending();
  const choose: Uploads['choose'] = (stage, source) => {
    if (!input.current) return;
    target.current = stage;
    input.current.accept = source ? 'image/*' : '';
    input.current.toggleAttribute('capture', source === 'camera');
    input.current.click();
  };
  const chosen = () => {
    const file = input.current?.files?.[0];
    if (file) void send(file, target.current);
    if (input.current) input.current.value = '';
  };
  const retry = () => state && void send(state.file, state.target);
  return (
    <UploadsContext value={{ state, choose, retry }}>
      {token && <input ref={input} type="file" hidden onChange={chosen} aria-label="Document to upload" />}
      {children}
    </UploadsContext>
  );
}
