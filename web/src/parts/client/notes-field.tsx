import { type ComponentProps, useState } from 'react';
import { TextAreaField } from '../../ui/form/fields.tsx';
import { useSavedBefore } from '../../ui/form/form-draft.ts';
import type { Theirs } from './notes-conflict.tsx';

interface Props extends Omit<ComponentProps<typeof TextAreaField>, 'name' | 'defaultValue'> {
  /** The notes as they are when the form is opened. */
  saved: string | null;
  /** Set where somebody else's notes stand beside it. */
  theirs: Theirs | undefined;
}

/** One's own notes, and what the notes were when one began to write, or what they were found to be since. */
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
