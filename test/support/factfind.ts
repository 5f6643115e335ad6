import { SECTIONS } from '#shared/rules/factfind-questions.ts';
import type { Caller } from './api.ts';
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

interface Given {
  key: string;
  /** Number of the answer that it replaces; 0 without one. */
  n?: number;
  v?: unknown;
  s?: string;
  reason?: string;
}

/** Saves answers of a section, and expects that they are saved. */
export async function saveAnswers(by: Caller, id: string, section: string, answers: readonly Given[]) {
  const body = { section, answers: answers.map((one) => ({ n: 0, ...one })) };
  const { status, body: saved } = await by.call('PATCH /api/clients/{id}/factfind', { params: { id }, body });
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(saved)}`);
}

const requestOf = async (by: Caller, id: string) =>
  (await by.call('GET /api/clients/{id}/factfind', { params: { id } })).body.request;

/** Hands the fact-find in for the client. */
export async function sendFactfind(own: Caller, clientId: string) {
  const { id } = await requestOf(own, clientId);
  await own.call('POST /api/requests/{id}/submit', { params: { id } });
}

/** Puts questions to the client, or opens an agreed fact-find again for a reason. */
export async function askBack(staff: Person, id: string, asks: readonly object[], more: object = {}) {
  const { version } = await requestOf(staff, id);
  const body = { version, asks, ...more };
  const { status, body: answered } = await staff.call('POST /api/clients/{id}/factfind/ask', { params: { id }, body });
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(answered)}`);
}

/** Accepts the answers, and returns the request and its copy. */
export async function acceptFactfind(staff: Person, id: string, agreedOn?: string) {
  const { version } = await requestOf(staff, id);
  const body = { version, ...(agreedOn && { agreedOn }) };
  const accepted = await staff.call('POST /api/clients/{id}/factfind/accept', { params: { id }, body });
  if (accepted.status !== 201) throw new Error(`${accepted.status}: ${JSON.stringify(accepted.body)}`);
  return accepted.body;
}
