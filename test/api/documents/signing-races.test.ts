import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { EvidenceItem } from '#functions/domain/signing/evidence.ts';
import * as KEYS from '#functions/services/keys/item-kinds.ts';
import { itemKey, parseChildId } from '#functions/services/keys/keys.ts';
import type { Document } from '#shared/contract/documents.ts';
import type { DocumentRequest } from '#shared/contract/requests.ts';
import { type ClientDesk, clientOf } from '../../support/acts.ts';
import { stored } from '../../support/aws.ts';
import { demoAdmin, newAdviser, type Person } from '../../support/builders.ts';
import { type Act, atOnce, interleaved } from '../../support/faults/interleaved.ts';
import { killAtEveryCall } from '../../support/faults/killed.ts';
import { calling } from '../../support/handlers.ts';
import { expectCounted } from '../../support/recount.ts';
import { codeToSign, documentToSign, readToSign, signature } from '../../support/signing.ts';

// Stamping needs nothing of AWS, and takes half a second in each of some hundred signatures here.
vi.mock('#functions/domain/signing/pdf.ts', () => ({
  checkSize: () => undefined,
  inspectPdf: async () => ({ pages: 1 }),
  stampPdf: async (bytes: Buffer) => Buffer.concat([bytes, Buffer.from('%')]),
}));

let adviser: Person;
let admin: Person;
let desk: ClientDesk;
beforeAll(async () => {
  admin = await demoAdmin();
});
beforeEach(async () => {
  adviser = await newAdviser();
  desk = await clientOf(adviser);
});

const requestOf = async (id: string): Promise<DocumentRequest> =>
  (await desk.read('GET /api/clients/{id}/requests')).find((one: DocumentRequest) => one.id === id);
const signedCopies = async () => {
  const all: Document[] = await desk.read('GET /api/clients/{id}/documents');
  return all.filter(({ keptAs }) => keptAs === 'signed').length;
};
const hasEvidence = async ({ id }: DocumentRequest) => {
  const { clientId, key } = parseChildId(id);
  return (await stored<EvidenceItem>(itemKey(KEYS.evidence, clientId, key))) !== undefined;
};
const waive = async ({ id }: DocumentRequest) => {
  const { version } = await requestOf(id);
  return adviser.call('POST /api/requests/{id}/decision', { params: { id }, body: { version, decision: 'waive' } });
};

const ask = ({ id }: Document): Act =>
  calling(adviser, 'POST /api/documents/{id}/sign-request', { params: { id }, body: { completes: true } });

async function toSign(): Promise<Document> {
  desk = await clientOf(adviser);
  return documentToSign(adviser, desk.id);
}

interface Ready {
  request: DocumentRequest;
  code: string;
}

/** A request whose document the client has read, with a code. */
async function ready(): Promise<Ready> {
  const [request] = (await ask(await toSign())()).body;
  await readToSign(desk.own, request);
  return { request, code: await codeToSign(request) };
}

const sign = ({ request, code }: Ready): Act =>
  calling(desk.own, 'POST /api/requests/{id}/sign', { params: { id: request.id }, body: signature(request, code) });

test('a signature that two ask for at once is asked for once', async () => {
  await interleaved(toSign, ask, ask, async (_, { first, other }) => {
    expect([first.status, other.status].sort()).toEqual([201, 409]);
    await expectCounted(desk.id);
  });
});

test.each<[string, (document: Document) => Act]>([
  ['a deletion', ({ id }) => calling(adviser, 'DELETE /api/documents/{id}', { params: { id } })],
  ['a move', ({ id }) => calling(adviser, 'PATCH /api/documents/{id}', { params: { id }, body: { stageId: null } })],
])('asking for a signature and %s of the document exclude each other', async (_, other) => {
  await atOnce(toSign, ask, other, async (__, [asked, done]) => {
    expect(asked.status < 300).not.toBe(done.status < 300);
    await expectCounted(desk.id);
  });
});

test('two tabs sign once', async () => {
  await interleaved(ready, sign, sign, async (_, { first, other }) => {
    expect([first.status, other.status].sort()).toEqual([200, 409]);
    await expectCounted(desk.id);
  });
});

test.each<[string, boolean, (given: Ready) => Act]>([
  ['a new link', false, () => () => admin.call('POST /api/clients/{id}/token/regenerate', { params: { id: desk.id } })],
  ['a suspension', false, () => () => desk.change({ portalSuspended: true })],
  ['a decision', false, (given) => () => waive(given.request)],
  ['a completed journey', false, () => () => desk.change({ completed: true })],
  ['a changed stage', true, () => () => desk.setStage('1.4', { status: 'completed' })],
])('a signature and %s meanwhile: signed with all that belongs to it is %s', async (_, isSigned, other) => {
  await interleaved(ready, sign, other, async ({ request }, { first }) => {
    expect(first.status === 200).toBe(isSigned);
    const { state, sign: signed } = await requestOf(request.id);
    expect([state === 'approved', signed?.signedDocumentId !== null]).toEqual([isSigned, isSigned]);
    expect([await hasEvidence(request), await signedCopies()]).toEqual([isSigned, isSigned ? 1 : 0]);
  });
});

test('a signature that was killed at any request to AWS can be repeated with the same code', async () => {
  const check = async () => {
    expect(await signedCopies()).toBe(1);
    expect((await desk.now()).openRequests).toBe(0);
  };
  await killAtEveryCall(ready, sign, check, [200, 409]);
});

test('a question for a signature that was killed at any request to AWS can be repeated', async () => {
  const check = async () => {
    expect((await desk.now()).openRequests).toBe(1);
    await expectCounted(desk.id);
  };
  await killAtEveryCall(toSign, ask, check, [201, 409]);
});
