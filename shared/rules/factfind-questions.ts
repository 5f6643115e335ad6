import { MONEY_SECTIONS } from './factfind-money.ts';
import { PEOPLE_SECTIONS } from './factfind-people.ts';
import { PLANS_SECTIONS } from './factfind-plans.ts';
import { SECTION_TITLES, type Section } from './factfind-shape.ts';

/** Questions in the order in which they are asked. Answers are stored under the ids: words may change, ids may not. */
export const SECTIONS: readonly Section[] = [...PEOPLE_SECTIONS, ...MONEY_SECTIONS, ...PLANS_SECTIONS].map(
  (section) => ({
    ...section,
    title: SECTION_TITLES[section.id],
  }),
);
