import { SECTIONS } from '#shared/rules/factfind-questions.ts';
import type { Person } from './builders.ts';

const ALL = SECTIONS.map(({ id }) => id);

/** Starts a fact-find, unless one is under way. */
export const startFactfind = (staff: Person, id: string, sections: readonly string[] = ALL) =>
  staff.call('POST /api/clients/{id}/factfind', { params: { id }, body: { sections } });

/** Waives the fact-find that is under way, if there is one. */
export async function settleFactfind(staff: Person, clientId: string): Promise<void> {
  const { status, body } = await staff.call('GET /api/clients/{id}/factfind', { params: { id: clientId } });
  if (status !== 200) return;
  const { id, version } = body.request;
  const waived = { version, decision: 'waive' };
  await staff.call('POST /api/requests/{id}/decision', { params: { id }, body: waived });
}
