import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import type { ReactNode } from 'react';
import type { Draft } from '../../lib/drafts/drafts.ts';
import { parsed } from '../../lib/storage/storage.ts';
import { ActionButton } from '../../ui/feedback/action-button.tsx';
import { Restored } from '../../ui/form/draft-note.tsx';
import { Conflict } from './section-form.tsx';

interface Versioned {
  version: number;
}

const isSame = <T extends Versioned>(a: T, b: T) =>
  JSON.stringify({ ...a, version: 0 }) === JSON.stringify({ ...b, version: 0 });

/** Keeps unsaved changes, and the version of the saved ones that they are based on. */
export function useVersionedDraft<T extends Versioned>(saved: T, { text, type, isRestored }: Draft) {
  const draft = parsed<T>(text, saved);
  const { version } = draft;
  return {
    shown: draft,
    isChanged: !isSame(draft, saved),
    isOutdated: version !== saved.version,
    isRestored,
    set: (next: T) => type(isSame(next, saved) ? '' : JSON.stringify({ ...next, version })),
    reset: () => type(''),
    /** Ends the draft after saving, but keeps what was changed meanwhile. */
    rebase: (saved: Versioned) =>
      type((text) => {
        const current = parsed<T>(text, draft);
        return isSame(current, draft) ? '' : JSON.stringify({ ...current, version: saved.version });
      }),
  };
}

interface Props {
  draft: Omit<ReturnType<typeof useVersionedDraft>, 'shown' | 'set'>;
  /** "List" of "Save List". */
  noun: string;
  /** Refuses to save, as the fields say why. */
  isWrong?: boolean;
  onSave: () => Promise<Versioned>;
  children: ReactNode;
}

/** Fields that are saved as a whole by a call of their own. */
export function OwnForm({ draft, noun, isWrong = false, onSave, children }: Props) {
  const { isChanged, isOutdated, isRestored, reset, rebase } = draft;
  const save = () => onSave().then(rebase, () => undefined);
  const idle = { 'aria-disabled': true };
  return (
    <Grid gap="5" templateColumns="minmax(0, 1fr)">
      {isRestored && isChanged && <Restored isOutdated={isOutdated} onDiscard={reset} />}
      {children}
      {isChanged && isOutdated && (
        <Conflict>
          {`The saved ${noun.toLowerCase()} has changed since. Save ${noun} replaces it with yours; Discard shows it.`}
        </Conflict>
      )}
      <Flex gap="2" wrap="wrap">
        <ActionButton
          onAction={async () => isChanged && !isWrong && save()}
          busyLabel="Saving..."
          {...(isChanged && !isWrong ? {} : idle)}
        >
          {`Save ${noun}`}
        </ActionButton>
        <Button variant="outline" colorPalette="gray" onClick={() => isChanged && reset()} {...(isChanged ? {} : idle)}>
          Discard
        </Button>
      </Flex>
    </Grid>
  );
}
