/** Sentence in a dialog about a change of its subject by somebody else, such as its deletion. */
export interface Notice {
  text: string;
  /** Set if the form cannot be sent any more. Its input stays, to be copied. */
  isFinal: boolean;
}

export const finalNotice = (text: string): Notice => ({ text, isFinal: true });

/** Returns the notice of a dialog whose subject, such as "task", was deleted. */
export const deletedNotice = (subject: string) => finalNotice(`This ${subject} has been deleted.`);
