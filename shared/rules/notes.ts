/** Text of the 409 if someone else saved the notes first. */
export const NOTES_CHANGED = 'These notes were changed elsewhere since you opened them. Yours are not saved yet.';

export const NOTES_FULL =
  'There is no room for more notes on this task. Please send this to your adviser as a message instead.';
