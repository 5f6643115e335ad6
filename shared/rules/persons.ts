import { MAX_PEOPLE } from './limits.ts';
/** Kinds of people besides the client whose page it is. An attorney acts under a registered power. */
export const PERSON_KINDS = ['second', 'attorney'] as const;
export type PersonKind = (typeof PERSON_KINDS)[number];

export const PERSON_MESSAGES = {
  twice: 'This person is here already',
  full: `A client has at most ${MAX_PEOPLE} more people.`,
  noPower: 'Say when you saw the registered power',
  changed: 'Somebody changed this person meanwhile. Reload to see it.',
} as const;

/** Returns "Rob Smith (Sarah Smith)" for a further person of a client, else the client's name. */
export const nameBesideClient = (person: string | undefined, clientName: string): string =>
  person === undefined ? clientName : `${person} (${clientName})`;
