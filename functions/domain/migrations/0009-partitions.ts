import { AUDIT, FIRM, PREFIX } from '../../services/keys/keys.ts';
import { SETTINGS } from '../../services/settings.ts';
import type { Migration } from './migration.ts';

/**
 * Moves settings and audit log out of the firm's partition, so that each has grants of its own. Moved entries are marked as
 * restored: the stream reports them as new, and no event handler may run for them again.
 */
export const partitions: Migration = {
  number: 9,
  name: 'give settings and audit log partitions of their own',
  migrate: async (item, isTaken) => {
    if (item.pk !== FIRM.pk) return item;
    if (item.sk !== SETTINGS.sk && !item.sk.startsWith(PREFIX.activity)) return item;
    const moved = item.sk === SETTINGS.sk ? { ...item, ...SETTINGS } : { ...item, pk: AUDIT, restored: true };
    // This version has written it there already, with all that was in the old one.
    return (await isTaken(moved)) ? undefined : moved;
  },
};
