import { paths } from '../../lib/navigation/paths.ts';

/** Returns the address of a section of the admin panel; `more` adds query parameters. */
export const sectionPath = (name: string, more: Record<string, string> = {}) =>
  `${paths.admin}?${new URLSearchParams({ section: name, ...more })}`;
