import type { SettingsChange } from '#shared/contract/firm.ts';
import { isWeaker, SECTION_NAMES, settingChangeOf, settingsOfSection } from '#shared/settings.ts';
import { unchanged } from '../../aws/expressions.ts';
import { transact } from '../../aws/table.ts';
import type { EntryActor } from '../../services/audit-log/entry.ts';
import { firmEntry } from '../../services/audit-log/firm-log.ts';
import { conflict } from '../../services/errors.ts';
import { type Settings, settingsChange, sinceAfter } from '../../services/settings.ts';

type Values = Readonly<Record<string, unknown>>;

export const weakenedFields = (section: string, before: Values, after: Values): string[] =>
  settingsOfSection(section).flatMap(([field, about]) => (isWeaker(about, before[field], after[field]) ? field : []));

const STALE = 'Someone else changed the settings. Their values are shown now. Try again if yours are still right.';

/** Changes a section of the firm's settings and returns all of them. Throws 409 after a concurrent change. */
export async function changeSettings(
  actor: EntryActor,
  settings: Settings,
  { version, ...sections }: SettingsChange,
  now: Date,
): Promise<Settings> {
  const section = SECTION_NAMES.find((name) => sections[name] !== undefined) ?? 'firm';
  const known: Values = settings[section];
  const sent = Object.entries(sections[section] ?? {}).filter(([, value]) => value !== undefined);
  const change = sent.filter(([name, value]) => JSON.stringify(known[name]) !== JSON.stringify(value));
  if (version !== settings.version) throw conflict(STALE);
  if (change.length === 0) return settings;
  const changed: Values = { ...known, ...Object.fromEntries(change) };
  const after = { ...settings, version: version + 1, [section]: changed };
  const fields = change.map(([name]) => name);
  const weakened = weakenedFields(section, known, changed);
  const isLong = new Set(
    settingsOfSection(section).flatMap(([name, about]) => ('isLong' in about && about.isLong ? name : [])),
  );
  const changes = change
    .filter(([name]) => !isLong.has(name))
    .map(([name, value]) => settingChangeOf(name, known[name], value));
  const data = { section, fields, changes, ...(weakened.length > 0 && { weakened }) };
  const set = { version: after.version, [section]: after[section], since: sinceAfter(settings, after, now) };
  const when = [unchanged('version', version === 0 ? undefined : version)];
  await transact([
    { ...settingsChange({ set, when }), refuse: conflict(STALE) },
    firmEntry(actor, { action: 'settings-changed', data }, now),
  ]);
  return after;
}
