import type { CallName } from '#shared/contract/api.ts';
import type { Answered, Sent } from '../api.ts';
import { fileForm, type Person } from '../builders.ts';
import { callHandler } from '../handlers.ts';
import type { Act } from './interleaved.ts';

/** Creates a client with a task, and returns acts on both, by its adviser unless another caller is named. */
export async function racedClient(adviser: Person, admin: Person) {
  const body = { name: 'Raced', email: 'raced@clients.example' };
  const client = (await callHandler(adviser, 'POST /api/clients', { body })).body as { id: string; token: string };
  const params = { id: client.id };
  const as =
    (name: CallName, sent: Sent = {}, caller: object = adviser): Act =>
    () =>
      callHandler(caller, name, { params, ...sent });
  const add = (title: string, more: object = {}) => as('POST /api/clients/{id}/tasks', { body: { title, ...more } });
  const { body: task } = await add('Send passport')();
  const own = { token: client.token };
  const set = (body: object, caller?: object) => as('PATCH /api/tasks/{id}', { params: { id: task.id }, body }, caller);
  return {
    ...client,
    as,
    add,
    own,
    read: async (name: CallName) => (await as(name)()).body,
    set,
    note: set({ clientNotes: 'noted' }, own),
    removeTask: as('DELETE /api/tasks/{id}', { params: { id: task.id } }),
    complete: (number: string) =>
      as('PATCH /api/stages/{stageId}', {
        params: { stageId: `${client.id}.${number}` },
        body: { status: 'completed' },
      }),
    renew: as('POST /api/clients/{id}/token/regenerate', {}, admin),
    upload: (caller: object = adviser) =>
      as('POST /api/clients/{id}/documents', { form: fileForm('whole', 'a.txt') }, caller),
    remove: as('DELETE /api/clients/{id}'),
  };
}
export type RacedClient = Awaited<ReturnType<typeof racedClient>>;

export const inTurn =
  (...acts: Act[]): Act =>
  async () => {
    let last: Answered | undefined;
    for (const act of acts) last = await act();
    if (!last) throw new Error('nothing to do');
    return last;
  };
