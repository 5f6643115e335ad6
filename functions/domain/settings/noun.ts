import * as z from 'zod/mini';
import { SECTION_NAMES } from '#shared/settings.ts';
import * as KEYS from '../../services/keys/item-kinds.ts';
import { KEY_NAMES, type SettingsItem } from '../../services/settings.ts';
import { ABOUT_FIRM, type AttributesOf, type Nouns } from '../noun.ts';

/** Sections of the settings, parsed so that the registry's type has their names. */
const SECTION_ATTRIBUTES = z.parse(
  z.record(z.enum(SECTION_NAMES), z.literal(true)),
  Object.fromEntries(SECTION_NAMES.map((name) => [name, true])),
);

export const nouns = {
  settings: {
    name: 'settings and key versions',
    key: KEYS.settings,
    owner: 'firm',
    exported: ABOUT_FIRM,
    restored: 'back',
    grows: ['version', ...KEY_NAMES.map((name) => `keys/${name}`)],
    attributes: {
      v: true,
      version: true,
      since: true,
      keys: true,
      ...SECTION_ATTRIBUTES,
    } satisfies AttributesOf<SettingsItem>,
  },
} as const satisfies Nouns;
