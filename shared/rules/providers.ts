export const PROVIDER_LIMITS = {
  /** Everyone reads the whole list: with the longest texts, 500 fit into the 6 MB of a Lambda response. */
  providers: 500,
  /** Characters. */
  name: 200,
  notes: 1000,
  post: 500,
} as const;

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
