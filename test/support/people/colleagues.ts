import { expect } from 'vitest';
import type { Days } from '#shared/rules/colleagues.ts';
import type { Person } from '../builders.ts';

/** Lets a person work with an adviser and nobody else, always or from day to day. */
export async function worksWith(admin: Person, person: Person, adviser: { id: string }, days: Days = {}) {
  const { body: accounts } = await admin.call('GET /api/advisers');
  const { works } = accounts.find(({ id }: { id: string }) => id === person.id);
  const worksWas = works.map(({ id, from, until }: Days & { id: string }) => ({ id, from, until }));
  const row = { id: adviser.id, from: days.from ?? null, until: days.until ?? null };
  const { status, body } = await admin.call('PATCH /api/advisers/{id}', {
    params: { id: person.id },
    body: { works: [row], worksWas },
  });
  expect(status, JSON.stringify(body)).toBe(200);
}
