import { type Kind, kind, withName } from './kind.ts';

export const viewActions = {
  'view-shared': kind([], withName, ({ name }) => `Shared the view “${name}” with everyone`),
  'view-changed': kind([], withName, ({ name }) => `Changed the shared view “${name}”`),
  'view-unshared': kind([], withName, ({ name }) => `Stopped sharing the view “${name}”`),
  'view-deleted': kind([], withName, ({ name }) => `Deleted the shared view “${name}”`),
} as const satisfies Record<string, Kind>;
