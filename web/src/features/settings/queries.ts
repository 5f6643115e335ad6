import type { InputOf } from '#shared/contract/api.ts';
import type { FirmSettings } from '#shared/contract/firm.ts';
import { change, queryClient } from '../../lib/query/query.ts';
import { notify } from '../../lib/screen/notify.ts';
import { effectOf, execute } from '../../parts/refreshes.ts';
import { settingsQuery } from '../../parts/settings.ts';

const PATCH = 'PATCH /api/settings';
const PATCH_TEMPLATES = 'PATCH /api/request-templates';
const PATCH_FACTFIND_FORM = 'PATCH /api/factfind-form';
const SUCCESS = { title: 'Settings Saved', description: 'The settings have been saved successfully' };
const FAILURE = { title: 'Error', description: 'Failed to save the settings', server: true };

/** Refetches after a failure too, as a repeat needs the new version and should follow a look at it. */
const effectWithReread = (name: typeof PATCH | typeof PATCH_TEMPLATES | typeof PATCH_FACTFIND_FORM) => {
  const effect = effectOf(name);
  return { ...effect, refetchedIfFailed: effect.refetched };
};

/** Saves one section of the settings. Pending until the screen shows it. The next save needs the new version at once. */
export const saveSettings = {
  ...change(PATCH, { success: SUCCESS, failure: FAILURE, waits: true, effect: effectWithReread(PATCH) }),
  onSuccess: (saved: FirmSettings) => void queryClient.setQueryData(settingsQuery.queryKey, saved),
};

const saved = <N extends typeof PATCH_TEMPLATES | typeof PATCH_FACTFIND_FORM>(name: N) =>
  change(name, { success: SUCCESS, failure: FAILURE, waits: true, effect: effectWithReread(name) });

/** Saves the firm's list of documents. Pending until the screen shows it. */
export const saveTemplates = saved(PATCH_TEMPLATES);

/** Saves the firm's form of fact-finds. Pending until the screen shows it. */
export const saveFactfindForm = saved(PATCH_FACTFIND_FORM);

const saveOneOfSeveral = change(PATCH, { failure: FAILURE, waits: true, effect: effectWithReread(PATCH) });

/** Saves sections one after another, as the API takes one per call and each call needs the version of the last. */
export async function saveSections(version: number, sections: readonly Omit<InputOf<typeof PATCH>, 'version'>[]) {
  let latest = version;
  for (const section of sections)
    latest = (await execute(saveOneOfSeveral, { body: { version: latest, ...section } })).version;
  notify(SUCCESS);
}
