// Apart from the rules of open work, because the contract needs it in every page’s first load.

/** Parties that have to act. */
export const WHO = ['adviser', 'client', 'provider'] as const;
export type Who = (typeof WHO)[number];

export interface OpenItemKind {
  who: Who;
  /** Set if nobody waits for it: an appointment, or news. */
  isNews?: true;
}

/** Kinds of open items, most urgent first. */
export const OPEN_ITEM_KINDS = {
  help: { who: 'adviser' },
  meeting: { who: 'adviser', isNews: true },
  task: { who: 'adviser' },
  message: { who: 'adviser' },
  review: { who: 'adviser' },
  chase: { who: 'adviser' },
  bounced: { who: 'adviser' },
  file: { who: 'adviser', isNews: true },
  letter: { who: 'provider' },
  request: { who: 'client' },
  'client-task': { who: 'client' },
  unopened: { who: 'client' },
  'to-send': { who: 'adviser' },
} as const satisfies Readonly<Record<string, OpenItemKind>>;

export type OpenKind = keyof typeof OPEN_ITEM_KINDS;
export const OPEN_KINDS = Object.keys(OPEN_ITEM_KINDS) as [OpenKind, ...OpenKind[]];

export const whoOf = ({ kind }: { kind: OpenKind }): Who => OPEN_ITEM_KINDS[kind].who;
