import type { RefObject } from 'react';
import { LIMITS } from '#shared/rules/limits.ts';
import { useLazy } from '../../lib/screen/lazy.ts';
import type { Draft } from '../../lib/storage/drafts.ts';

const NEARLY_FULL = 0.9 * LIMITS.text;
const load = () => import('./text-note.tsx');

/** Note about a draft: that it was restored, or is nearly full. Its code loads on demand. */
export function DraftNote({ draft, field }: { draft: Draft; field: RefObject<HTMLElement | null> }) {
  const { text, type, isRestored } = draft;
  const isWanted = isRestored || text.length > NEARLY_FULL;
  const Note = useLazy(load, isWanted);
  const discard = () => {
    type('');
    field.current?.focus();
  };
  return Note && isWanted && <Note text={text} onDiscard={isRestored ? discard : undefined} />;
}
