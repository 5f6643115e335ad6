import { paths } from '../../lib/navigation/paths.ts';

/** Sections of the panel; it opens with the first. */
export const SECTIONS = [
  { name: 'advisers', title: 'Adviser Management' },
  { name: 'reassignment', title: 'Client Reassignment' },
] as const;

export type SectionName = (typeof SECTIONS)[number]['name'];

/** Returns the address of a section; `more` adds query parameters. */
export const sectionPath = (name: SectionName, more: Record<string, string> = {}) =>
  name === 'advisers' ? paths.admin : `${paths.admin}?${new URLSearchParams({ section: name, ...more })}`;

export const sectionIn = (query: URLSearchParams): SectionName =>
  SECTIONS.find(({ name }) => name === query.get('section'))?.name ?? 'advisers';
