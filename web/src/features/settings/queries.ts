import { read } from '../../lib/query/query.ts';
import { adviserChange } from '../../parts/refreshes.ts';

/** Who is signed in, with what it signs in by. */
export const accountQuery = read('GET /api/account');

/** Changes one section of the settings, and is done once they are on the screen. */
export const saveSettings = adviserChange('PATCH /api/settings', {
  success: { title: 'Settings Saved', description: 'The settings have been saved successfully' },
  failure: { title: 'Error', description: 'Failed to save the settings', server: true },
  waits: true,
});
