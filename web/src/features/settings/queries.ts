import { adviserChange } from '../../parts/refreshes.ts';

/** Saves one section of the settings. Pending until the screen shows it. */
export const saveSettings = adviserChange('PATCH /api/settings', {
  success: { title: 'Settings Saved', description: 'The settings have been saved successfully' },
  failure: { title: 'Error', description: 'Failed to save the settings', server: true },
  waits: true,
});
