/** Signatures and ways of sending that a provider accepts. */
export const PROVIDER_TAKES = ['signature', 'ink', 'unipass'] as const;

type ProviderTakes = (typeof PROVIDER_TAKES)[number];

export const TAKES_TEXT: Readonly<Record<ProviderTakes, string>> = {
  signature: 'E-signature',
  ink: 'Wants ink',
  unipass: 'Takes Unipass',
};

/** Longest wait that is counted apart, in working days; longer ones count with it. */
export const LONGEST_WAIT = 60;
