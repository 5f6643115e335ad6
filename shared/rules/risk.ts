/** Words of tools by their stored id. */
export const RISK_TOOLS = { 'dynamic-planner': 'Dynamic Planner', ev: 'EV', other: 'Other' } as const;

/** Relation of the level that client and adviser agreed to the result. */
export const RISK_AGREED = { same: 'Same as the result', different: 'Different' } as const;

/** Capacity for loss in the client's words. */
export const LOSS_CAPACITY = {
  none: 'Could not afford to lose any of it',
  small: 'A small loss would change little',
  large: 'A larger loss would change little',
} as const;

export const RISK_LIMITS = { results: 10, text: 200, why: 1000 } as const;

export const RISK_TEXTS = {
  tool: 'Choose the tool',
  result: 'Write the result in the tool’s words',
  agreed: 'Choose the agreed level',
  level: 'Write the agreed level',
  why: 'Say why it differs',
  capacity: 'Choose the capacity for loss',
  full: `There are ${RISK_LIMITS.results} results already.`,
  changed: 'Somebody added a result meanwhile. It is shown now.',
  document: 'This document is not the client’s',
} as const;
