export const ADVICE_FIELDS = ['initial', 'ongoing', 'how', 'agreedOn', 'givenOn', 'about'] as const;
