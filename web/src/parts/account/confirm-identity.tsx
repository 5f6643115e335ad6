import { useSyncExternalStore } from 'react';
import { PlainError, reauthentication } from '../../lib/http/api.ts';
import { lazyDialog } from '../../ui/eager/lazy-dialog.tsx';

interface Request {
  confirmed: Promise<void>;
  confirm: () => void;
  cancel: () => void;
}

const NOT_CONFIRMED = 'Nothing was done, because you did not confirm that it is you.';

const listeners = new Set<() => void>();
let request: Request | undefined;

function show(next: Request | undefined) {
  request = next;
  for (const listener of listeners) listener();
}

function newRequest(): Request {
  let resolve = () => {};
  let reject = (_: Error) => {};
  // Without Promise.withResolvers: the bundler may put this into a chunk that browsers of clients load.
  const confirmed = new Promise<void>((...settle) => {
    [resolve, reject] = settle;
  });
  const end = (settle: () => void) => {
    show(undefined);
    settle();
  };
  return {
    confirmed,
    confirm: () => end(resolve),
    cancel: () => end(() => reject(new PlainError(NOT_CONFIRMED))),
  };
}

// Calls that are refused at the same time share one dialog.
reauthentication.ask = () => {
  if (!request) show(newRequest());
  return request?.confirmed ?? Promise.resolve();
};

/** Calls back whenever the dialog opens. Returns a function that ends this. */
export function whenAsked(listener: () => void): () => void {
  const listen = () => request && listener();
  listeners.add(listen);
  return () => listeners.delete(listen);
}

const openRequest = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  shown: () => request,
};

const IdentityDialog = lazyDialog(() => import('../dialogs/identity-dialog.tsx'));

/** Opens the re-authentication dialog if a call needs it. Typed input stays on the screen behind it. */
export function ConfirmIdentity() {
  const request = useSyncExternalStore(openRequest.subscribe, openRequest.shown);
  return (
    <IdentityDialog
      open={request !== undefined}
      onConfirm={() => request?.confirm()}
      onClose={() => request?.cancel()}
    />
  );
}
