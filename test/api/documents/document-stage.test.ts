import { beforeEach, describe, expect, test } from 'vitest';
import { childItemKey, PREFIX, parseChildId } from '#functions/services/keys/keys.ts';
import type { CallName } from '#shared/contract/api.ts';
import type { Document } from '#shared/contract/documents.ts';
import type { Stage } from '#shared/contract/journey.ts';
import { flatStages } from '#shared/rules/journey.ts';
import { changeStored } from '../../support/aws.ts';
import { newAdviser, newClient, upload } from '../../support/builders.ts';
import { interleaved } from '../../support/faults/interleaved.ts';
import { calling } from '../../support/handlers.ts';
import { expectCounted as counted } from '../../support/recount.ts';

let document: Document;
const adviser = await newAdviser();
const id = (await newClient(adviser)).id;
const added = () => upload(adviser, id, 'a letter', 'letter.txt', `${id}.1.4`);
beforeEach(async () => {
  document = await added();
});

const act = (name: CallName, params: Record<string, string>, body?: object) => calling(adviser, name, { params, body });
const as = (name: CallName, params: Record<string, string>, body?: object) => act(name, params, body)();
const moving = ({ id: about }: { id: string }, body: object) => act('PATCH /api/documents/{id}', { id: about }, body);
const move = (about: { id: string }, body: object) => moving(about, body)();
const to = (number: string | null) => ({ stageId: number && `${id}.${number}` });
const list = async (): Promise<Document[]> => (await as('GET /api/clients/{id}/documents', { id })).body;
const traces = async () => [
  (await as('GET /api/clients/{id}', { id })).body,
  (await as('GET /api/clients/{id}/activity', { id })).body,
];

async function countOn(number: number): Promise<number> {
  const { body } = await as('GET /api/clients/{id}/stages', { id });
  return flatStages(body as Stage[]).find(({ stageNumber }) => stageNumber === number)?.documentCount ?? -1;
}

const expectCounted = () => counted(id);

test('moving a document to another stage, to none and back updates the counts and the audit log', async () => {
  const before = await countOn(1.4);
  const moved = await move(document, to('2.2'));
  expect([moved.status, moved.body]).toEqual([200, { ...document, ...to('2.2'), requiresSignature: false }]);
  expect([await countOn(1.4), await countOn(2.2)]).toEqual([before - 1, 1]);
  expect((await move(document, { stageId: null })).body.stageId).toBeNull();
  expect([await countOn(1.4), await countOn(2.2)]).toEqual([before - 1, 0]);
  expect((await move(document, to('1.4'))).body).toEqual(document);
  expect(await list()).toContainEqual(document);
  await expectCounted();
  const record = (await as('GET /api/clients/{id}/activity', { id })).body.slice(0, 3);
  expect(record.map(({ action, summary }: Record<string, string>) => [action, summary])).toEqual([
    ['document-moved', 'Moved letter.txt to stage 1.4 Client Engagement Document Signed'],
    ['document-moved', 'Moved letter.txt to no stage'],
    ['document-moved', 'Moved letter.txt to stage 2.2 Letter of Authority'],
  ]);
});

test.each([['1.4'], [null]])('moving a document to its present stage %s changes nothing', async (number) => {
  await move(document, to(number));
  const before = await traces();
  const again = await move(document, number === null ? { stageId: 'none' } : to(number));
  expect([again.status, again.body.stageId]).toEqual([200, to(number).stageId]);
  expect(await traces()).toEqual(before);
});

test.each([
  ['another client’s stage', { stageId: 'AAAAAAAAAAAAAAAAAAAAAA.1' }, ['stageId']],
  ['an unknown stage', { stageId: 'x' }, ['stageId']],
  ['an empty body', {}, ['stageId']],
  ['an additional field', { stageId: null, name: 'x' }, ['name']],
])('rejects a move with %s', async (_, body, fields) => {
  const answer = await move(document, body);
  expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, fields]);
});

test.each(['uploading', 'deleting'])('a document that is %s cannot be moved', async (state) => {
  const { clientId, key } = parseChildId(document.id);
  await changeStored(childItemKey(PREFIX.document, clientId, key), { [state]: true });
  expect((await move(document, to('2.1'))).status).toBe(404);
  expect((await move({ id: `${id}.unknown` }, to('2.1'))).status).toBe(404);
  await changeStored(childItemKey(PREFIX.document, clientId, key), { [state]: undefined });
});

describe('counts stay correct if a move is concurrent with', () => {
  const movingTo = (number: string) => (moved: Document) => moving(moved, to(number));
  const deleting = (gone: Document) => act('DELETE /api/documents/{id}', { id: gone.id });
  const signing = () => act('PATCH /api/stages/{stageId}', { stageId: `${id}.1.4` }, { status: 'completed' });
  const unsigned = async () => {
    await as('PATCH /api/stages/{stageId}', { stageId: `${id}.1.4` }, { status: 'pending' });
    return added();
  };

  test('another move', async () => {
    await interleaved(added, movingTo('2.1'), movingTo('2.3'), async (moved, answers) => {
      expect([answers.first.status, answers.other.status]).toEqual([200, 200]);
      expect((await list()).find((one) => one.id === moved.id)).toMatchObject(to('2.1'));
      await expectCounted();
    });
  });

  test.each([
    ['the document’s deletion', movingTo('2.1'), deleting, 404, [204]],
    ['the document’s deletion, which is interrupted by the move', deleting, movingTo('2.1'), 204, [200, 404]],
  ])('%s', async (_, first, other, firstStatus, otherStatuses) => {
    await interleaved(added, first, other, async (moved, answers) => {
      expect(answers.first.status).toBe(firstStatus);
      expect(otherStatuses).toContain(answers.other.status);
      expect((await list()).map((one) => one.id)).not.toContain(moved.id);
      await expectCounted();
    });
  });

  test('a signature, which covers only documents on the stage', async () => {
    await interleaved(unsigned, signing, movingTo('2.1'), async (moved, answers) => {
      expect([answers.first.status, answers.other.status]).toEqual([200, 200]);
      const signed = (await list()).filter(({ signatureStatus }) => signatureStatus === 'signed');
      expect(signed.map((one) => one.id)).not.toContain(moved.id);
      await expectCounted();
    });
  });
});
