import type { FirmSettings } from '#shared/contract/firm.ts';
import { isAsRecommended, SECTION_NAMES, type SectionName, type Setting, settingsOfSection } from '#shared/settings.ts';

export interface Recommendation {
  section: SectionName;
  field: string;
  about: Setting;
  value: unknown;
  isApplied: boolean;
}

/** Returns the recommended security settings in the order of the page. Stricter values count as applied. */
export const recommendations = (now: FirmSettings): Recommendation[] =>
  SECTION_NAMES.flatMap((section) => {
    const values: Readonly<Record<string, unknown>> = now[section];
    return settingsOfSection(section)
      .filter(([, { recommended, weaker }]) => recommended !== undefined && weaker !== undefined)
      .map(([field, about]) => {
        const value = values[field];
        return { section, field, about, value, isApplied: isAsRecommended(about, value) };
      });
  });
