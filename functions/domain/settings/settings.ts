import { type FirmSettings, SECTIONS, type SettingsChange } from '#shared/contract/firm.ts';
import { staffSection } from '#shared/contract/settings.ts';
import { unchanged } from '../../aws/expressions.ts';
import { transact } from '../../aws/table.ts';
import type { EntryActor } from '../../services/audit-log/entry.ts';
import { firmEntry } from '../../services/audit-log/firm-log.ts';
import { conflict } from '../../services/errors.ts';
import { type Settings, settingsChange, sinceAfter } from '../../services/settings.ts';

type IsWeaker<T> = (before: T, after: T) => boolean;

/** Tests that a field got weaker; a field without a test does not compile. */
type Tests<S> = { readonly [F in keyof S]: IsWeaker<S[F]> };

const longer: IsWeaker<number | null> = (before, after) =>
  (after ?? Number.POSITIVE_INFINITY) > (before ?? Number.POSITIVE_INFINITY);
const switchedOff: IsWeaker<boolean> = (before, after) => before && !after;
/** The least strict first. */
const FACTOR_POLICIES = staffSection.shape.secondFactor.options;

const STAFF: Tests<FirmSettings['staff']> = {
  secondFactor: (before, after) => FACTOR_POLICIES.indexOf(after) < FACTOR_POLICIES.indexOf(before),
  graceDays: longer,
  idleMinutes: longer,
  refuseCommonPasswords: switchedOff,
  changeAdminPasswords: switchedOff,
};

const PORTAL: Tests<FirmSettings['portal']> = {
  stepUp: (before, after) => before === 'new-device' && after === 'off',
  linkDays: longer,
  deviceDays: longer,
};

const weakened = <S extends object>(tests: Tests<S>, before: S, after: S): string[] =>
  (Object.keys(tests) as (keyof S & string)[]).filter((field) => tests[field](before[field], after[field]));

export const weakenedFields = (
  before: Pick<FirmSettings, 'staff' | 'portal'>,
  after: Pick<FirmSettings, 'staff' | 'portal'>,
): string[] => [...weakened(STAFF, before.staff, after.staff), ...weakened(PORTAL, before.portal, after.portal)];

const STALE = 'Someone else changed the settings. Reload and try again.';

/** Changes a section of the firm's settings and returns all of them. Throws 409 after a concurrent change. */
export async function changeSettings(
  actor: EntryActor,
  settings: Settings,
  { version, ...sections }: SettingsChange,
  now: Date,
): Promise<Settings> {
  const section = SECTIONS.find((name) => sections[name] !== undefined) ?? 'firm';
  const known: Readonly<Record<string, unknown>> = settings[section];
  const sent = Object.entries(sections[section] ?? {}).filter(([, value]) => value !== undefined);
  const change = sent.filter(([name, value]) => JSON.stringify(known[name]) !== JSON.stringify(value));
  if (version !== settings.version) throw conflict(STALE);
  if (change.length === 0) return settings;
  const after = { ...settings, version: version + 1, [section]: { ...known, ...Object.fromEntries(change) } };
  const fields = change.map(([name]) => name);
  const weakened = weakenedFields(settings, after);
  const data = { section, fields, ...(weakened.length > 0 && { weakened }) };
  const set = { version: after.version, [section]: after[section], since: sinceAfter(settings, after, now) };
  const when = [unchanged('version', version === 0 ? undefined : version)];
  await transact([
    { ...settingsChange({ set, when }), refuse: conflict(STALE) },
    firmEntry(actor, { action: 'settings-changed', data }, now),
  ]);
  return after;
}
