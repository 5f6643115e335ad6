import type { FirmSettings } from '#shared/contract/firm.ts';
import { isAsRecommended, SECTION_NAMES, type SectionName, type Setting, settingsIn } from '#shared/settings.ts';

interface Recommendation {
  section: SectionName;
  field: string;
  about: Setting;
  isApplied: boolean;
}

/** Returns the recommended settings in the order of the page. Stricter values count as applied. */
export const recommendations = (now: FirmSettings): Recommendation[] =>
  SECTION_NAMES.flatMap((section) => {
    const values: Readonly<Record<string, unknown>> = now[section];
    return settingsIn(section)
      .filter(([, { recommended }]) => recommended !== undefined)
      .map(([field, about]) => ({ section, field, about, isApplied: isAsRecommended(about, values[field]) }));
  });
