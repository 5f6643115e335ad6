import * as z from 'zod/mini';
import { changes, type Kind, kind, named, text, withName } from './kind.ts';

export const providerActions = {
  'provider-added': kind([], withName, ({ name }) => `Added the provider ${name}`),
  'provider-changed': kind(
    [],
    z.extend(withName, { fields: z.array(text), changes }),
    ({ name, fields }) => `Changed the provider ${name}: ${named(fields)}`,
    'staff',
    ({ changes: short = [] }) => short,
  ),
  'provider-removed': kind([], withName, ({ name }) => `Removed the provider ${name}`),
} as const satisfies Record<string, Kind>;
