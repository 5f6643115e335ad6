/** Sentence that a signer ticks, as it is on the page, on the certificate and in the evidence. */
export const CONSENT =
  'I have read this document, and I intend what I put here to have the same effect as my signature on paper.';

export const SIGN_TEXTS = {
  mark: 'Please write or draw your name.',
  consent: 'Please tick the box to sign.',
  person: 'This person is not the client’s',
  changed: 'This document was changed. Please read it again.',
} as const;
