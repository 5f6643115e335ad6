import { expect, test } from 'vitest';
import { newId } from '#functions/services/keys/keys.ts';
import type { CallName } from '#shared/contract/api.ts';
import { IDEMPOTENCY_KEY } from '#shared/contract/repeatable.ts';
import type { Sent } from '../../support/api.ts';
import { fileForm, newAdviser, newClient } from '../../support/builders.ts';
import { killedAt, noFault, withFault } from '../../support/faults/faults.ts';
import { callHandler } from '../../support/handlers.ts';
import { numbers } from '../../support/numbers.ts';
import { expectCounted } from '../../support/recount.ts';

const SENDS = 40;
/** More than any of the calls makes. */
const AWS_CALLS = 9;

test.each([1, 2, 3])(
  'nothing is doubled or lost if answers are lost at random and everything is retried (%i)',
  async (seed) => {
    const below = numbers(seed);
    const adviser = await newAdviser();
    const { id, token } = await newClient(adviser);
    const params = { id };
    const kinds: ((nth: string) => [name: CallName, sent: Sent, caller?: object])[] = [
      (nth) => ['POST /api/clients', { body: { name: nth, email: `${newId().toLowerCase()}@clients.example` } }],
      (nth) => ['POST /api/clients/{id}/tasks', { params, body: { title: nth } }],
      (nth) => ['POST /api/clients/{id}/messages', { params, body: { content: nth } }, { token }],
      (nth) => ['POST /api/clients/{id}/documents', { params, form: fileForm(nth, `${nth}.txt`) }, { token }],
      (nth) => ['POST /api/clients/{id}/requests', { params, body: { items: [{ title: nth }] } }],
      (nth) => [
        'POST /api/stages/{stageId}/plans',
        { params: { stageId: `${id}.2.2` }, body: { provider: 'Aviva', planType: 'pension', planNumber: nth } },
      ],
    ];
    const names = Array.from({ length: SENDS }, (_, nth) => `thing ${nth}`);
    const left = names.map((nth) => {
      const [name, sent, caller = adviser] = kinds[below(kinds.length)]?.(nth) ?? [];
      if (!name) throw new Error('no kind');
      return { name, caller, sent: { ...sent, headers: { [IDEMPOTENCY_KEY]: newId() } } };
    });
    while (left.length > 0) {
      const [next] = left.splice(below(left.length), 1);
      if (!next) break;
      const fault = below(2) === 0 ? killedAt(1 + below(AWS_CALLS)) : noFault;
      const { result } = await withFault(fault, () => callHandler(next.caller, next.name, next.sent));
      expect([201, 500]).toContain(result.status);
      const isAnswerLost = below(3) === 0;
      if (result.status !== 201 || isAnswerLost) left.push(next);
    }

    const read = async (name: CallName, sent: Sent = { params }) => (await callHandler(adviser, name, sent)).body;
    const clients: { id: string; name: string }[] = await read('GET /api/clients', {});
    const documents: { name: string }[] = await read('GET /api/clients/{id}/documents');
    const stored = [
      ...clients.filter((client) => client.id !== id).map(({ name }) => name),
      ...documents.map(({ name }) => name.replace('.txt', '')),
      ...(await read('GET /api/clients/{id}/tasks')).map(({ title }: { title: string }) => title),
      ...(await read('GET /api/clients/{id}/messages')).map(({ content }: { content: string }) => content),
      ...(await read('GET /api/clients/{id}/requests')).map(({ title }: { title: string }) => title),
      ...(await read('GET /api/stages/{stageId}/plans', { params: { stageId: `${id}.2.2` } })).map(
        ({ planNumber }: { planNumber: string }) => planNumber,
      ),
    ];
    expect(stored.sort()).toEqual(names.sort());
    await expectCounted(id);
  },
);
