import { useCallback, useState } from 'react';
import { lazyDialog } from '../../../ui/eager/lazy-dialog.tsx';
import type { Directory } from './board.ts';

const ProviderDialog = lazyDialog(() => import('./provider-dialog.tsx'));

/** Returns the dialog of a provider, and a function that opens it. */
export function useProviderDialog(directory: Directory) {
  const [chosen, setChosen] = useState<{ key: string; open: boolean }>();
  const openProvider = useCallback((key: string) => setChosen({ key, open: true }), []);
  const provider = chosen && directory.get(chosen.key);
  const providerDialog = chosen && provider && (
    <ProviderDialog
      key={provider.key}
      provider={provider}
      directory={[...directory.values()]}
      onOpen={openProvider}
      open={chosen.open}
      onClose={() => setChosen({ ...chosen, open: false })}
    />
  );
  return { openProvider, providerDialog };
}
