import { paths } from '../../lib/navigation/paths.ts';

/** The panel's sections, the first of which it opens with (product 2). */
export const SECTIONS = [
  { name: 'advisers', title: 'Adviser Management' },
  { name: 'reassignment', title: 'Client Reassignment' },
] as const;

export type SectionName = (typeof SECTIONS)[number]['name'];

/** The address of a section; `more` is what it shows. */
export const sectionPath = (name: SectionName, more: Record<string, string> = {}) =>
  name === 'advisers' ? paths.admin : `${paths.admin}?${new URLSearchParams({ section: name, ...more })}`;

export const sectionIn = (query: URLSearchParams): SectionName =>
  SECTIONS.find(({ name }) => name === query.get('section'))?.name ?? 'advisers';
