import { type ComponentProps, useState } from 'react';
import { useSavedBefore } from '../../lib/drafts/form-draft.ts';
import { TextAreaField } from '../../ui/form/fields.tsx';
import type { Theirs } from './notes-conflict.tsx';

interface Props extends Omit<ComponentProps<typeof TextAreaField>, 'name' | 'defaultValue'> {
  saved: string | null;
  /** Set while another person's notes are shown beside it. */
  theirs: Theirs | undefined;
}

/** Notes field, with the version they are based on (`descriptionWas`) for the optimistic lock. */
export function NotesField({ saved, theirs, ...field }: Props) {
  const [opened] = useState(saved ?? '');
  const before = useSavedBefore('description') ?? opened;
  return (
    <>
      <input type="hidden" name="descriptionWas" value={theirs ? (theirs.description ?? '') : before} />
      <TextAreaField name="description" defaultValue={opened} {...field} />
    </>
  );
}
