import { createVerify } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { type ClientItem, clientKey } from '#functions/domain/clients/client.ts';
import type { EvidenceItem } from '#functions/domain/signing/evidence.ts';
import * as KEYS from '#functions/services/keys/item-kinds.ts';
import { itemKey, parseChildId } from '#functions/services/keys/keys.ts';
import type { Document } from '#shared/contract/documents.ts';
import type { DocumentRequest } from '#shared/contract/requests.ts';
import { NO_CODE } from '#shared/rules/devices.ts';
import { DOCUMENTS_FULL } from '#shared/rules/documents.ts';
import { CODE_MINUTES } from '#shared/rules/lifetimes.ts';
import { MAX_DOCUMENTS, MB } from '#shared/rules/limits.ts';
import { MINUTE_MS } from '#shared/rules/time.ts';
import { type ClientDesk, clientOf, openPortal } from '../../support/acts.ts';
import { Caller } from '../../support/api.ts';
import { changeStored, stored } from '../../support/aws.ts';
import { fileForm, newAdviser, type Person, upload } from '../../support/builders.ts';
import { inDays } from '../../support/days.ts';
import { compressedPdf, pdf } from '../../support/files/pdfs.ts';
import { inboxOf, SOON } from '../../support/inbox.ts';
import { sha256, uploaderOf, uploadLarge } from '../../support/large-file.ts';
import { mailsTo } from '../../support/mail.ts';
import { MARK } from '../../support/mark.ts';
import { otherThan } from '../../support/people/devices.ts';
import { newPerson } from '../../support/people/persons.ts';
import { expectCounted } from '../../support/recount.ts';
import {
  askedToSign,
  askForSignature,
  codeToSign,
  documentToSign,
  readToSign,
  signature,
  signedBy,
} from '../../support/signing.ts';

const SIGN = 'POST /api/requests/{id}/sign';

let adviser: Person;
let desk: ClientDesk;
beforeEach(async () => {
  adviser = await newAdviser('Sam Okafor');
  desk = await clientOf(adviser, { name: 'Mia Evans' });
});

const own = () => desk.own;
const requestOf = async (id: string): Promise<DocumentRequest> =>
  (await desk.read('GET /api/clients/{id}/requests')).find((one: DocumentRequest) => one.id === id);
const documents = (): Promise<Document[]> => desk.read('GET /api/clients/{id}/documents');
const cesd = async () => (await openPortal(desk.token)).body.cesdSignature;
const decide = async (id: string, decision: string, more: object = {}) => {
  const { version } = await requestOf(id);
  return adviser.call('POST /api/requests/{id}/decision', { params: { id }, body: { version, decision, ...more } });
};
const evidenceFor = ({ id }: { id: string }) => {
  const { clientId, key } = parseChildId(id);
  return stored<EvidenceItem>(itemKey(KEYS.evidence, clientId, key));
};
const download = async (id: string, caller: Caller = adviser): Promise<Buffer> =>
  Buffer.from((await caller.call('GET /api/documents/{id}/download', { params: { id } })).body);
const sign = (request: DocumentRequest, code: string, more: object = {}, caller: Caller = own()) =>
  caller.call(SIGN, { params: { id: request.id }, body: signature(request, code, more) });
const saidOf = ({ status, body }: { status: number; body: { message?: string } }) => [status, body.message];

/** A request whose document the client has read, with a code. */
async function ready(more: Parameters<typeof askedToSign>[2] = {}) {
  const { document, request } = await askedToSign(adviser, desk.id, more);
  await readToSign(own(), request);
  return { document, request, code: await codeToSign(request) };
}

describe('asking', () => {
  test('makes a request named as the document, holds the document, and tells the client', async () => {
    const body = { message: 'Please read page 3.', dueDate: inDays(14), completes: true };
    // A file of staff would have been mailed, and the next email is sent an hour later.
    const document = await documentToSign(own(), desk.id);
    const [request] = (await askForSignature(adviser, document.id, body)).body;
    expect(request).toMatchObject({
      kind: 'sign',
      title: 'Client agreement',
      help: 'Please read page 3.',
      state: 'open',
      stageId: `${desk.id}.1.4`,
      dueDate: inDays(14),
      sign: {
        documentId: document.id,
        pages: 1,
        sha256: sha256(pdf()),
        person: 1,
        seenAt: null,
        signedAt: null,
        completes: true,
        signedDocumentId: null,
      },
    });
    expect((await documents())[0]?.keptAs).toBe('to-sign');
    expect((await desk.now()).openRequests).toBe(1);
    const log = (await desk.auditLog()).map(({ summary }) => summary);
    expect(log).toContain('Asked for a signature of “Client agreement”');
    await expectCounted(desk.id);
    const { email } = await desk.now();
    await expect
      .poll(async () => (await mailsTo(email)).map(({ subject }) => subject), SOON)
      .toContainEqual(expect.stringMatching(/asks you to sign a document$/));
  });

  test.each<[string, object, string, string]>([
    ['a day in the past', { dueDate: inDays(-1) }, 'dueDate', 'Choose today or a later day'],
    ['somebody else', { people: [2] }, 'people', 'This person is not the client’s'],
    ['nobody', { people: [] }, 'people', 'This person is not the client’s'],
  ])('refuses %s', async (_, body, field, text) => {
    const { id } = await documentToSign(adviser, desk.id);
    const answered = await askForSignature(adviser, id, body);
    expect([answered.status, answered.body.fields]).toEqual([400, { [field]: text }]);
  });

  test.each<[string, Parameters<typeof documentToSign>[2], string]>([
    ['a text', { file: Buffer.from('x'), name: 'note.txt' }, 'Only PDFs can be signed here.'],
    ['another stage', { stage: '2.3' }, 'Only documents of 1.4 and 5.4 can be signed here.'],
    [
      'a PDF that acts',
      { file: pdf('/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>') },
      'This PDF runs something when it is opened. Print it to a plain PDF first.',
    ],
    ['a damaged PDF', { file: pdf().subarray(0, 300) }, 'This PDF is damaged and cannot be signed.'],
  ])('refuses %s', async (_, given, text) => {
    const { id } = await documentToSign(adviser, desk.id, given);
    expect(saidOf(await askForSignature(adviser, id))).toEqual([409, text]);
    expect(await desk.read('GET /api/clients/{id}/requests')).toEqual([]);
    await expectCounted(desk.id);
  });

  test('refuses more than 20 MB before it reads them', async () => {
    const file = Buffer.concat([pdf(), Buffer.alloc(20 * MB, '\n')]);
    const more = { name: 'large.pdf', stageId: `${desk.id}.1.4` };
    const { id } = await uploadLarge(uploaderOf(adviser), desk.id, file, more);
    const text = 'Documents to sign can be at most 20 MB and 200 pages.';
    expect(saidOf(await askForSignature(adviser, id))).toEqual([409, text]);
  });

  test('is refused on a completed journey, a second time, and for the signed copy', async () => {
    const { document, request } = await askedToSign(adviser, desk.id);
    expect(saidOf(await askForSignature(adviser, document.id))).toEqual([409, 'A signature is asked for already.']);
    const { document: copy } = await signedBy(own(), request);
    expect((await askForSignature(adviser, copy.id)).status).toBe(409);
    const other = await documentToSign(adviser, desk.id);
    await desk.change({ completed: true });
    const text = 'The journey is completed. Reopen the client first.';
    expect(saidOf(await askForSignature(adviser, other.id))).toEqual([409, text]);
  });
});

describe('a document to sign', () => {
  test('is neither moved, filed nor deleted, until it is let go, and evidence stays', async () => {
    const { document, request } = await askedToSign(adviser, desk.id);
    const { id: other } = (await desk.by('POST /api/clients/{id}/requests', { body: { items: [{ title: 'P60' }] } }))
      .body[0];
    const params = { id: document.id };
    const acts = async (of = params) => [
      saidOf(await adviser.call('PATCH /api/documents/{id}', { params: of, body: { stageId: null } })),
      saidOf(await adviser.call('PATCH /api/documents/{id}', { params: of, body: { requestId: other } })),
      saidOf(await adviser.call('DELETE /api/documents/{id}', { params: of })),
    ];
    const asked = [409, 'A signature is asked for. Waive it first.'];
    expect(await acts()).toEqual([asked, asked, asked]);
    await decide(request.id, 'waive');
    expect((await documents())[0]?.keptAs).toBeNull();
    await decide(request.id, 'reopen');
    const { document: copy } = await signedBy(own(), await requestOf(request.id));
    const evidence = [409, 'This is evidence of a signature and stays as long as the client.'];
    expect(await acts()).toEqual([evidence, evidence, evidence]);
    expect(await acts({ id: copy.id })).toEqual([evidence, evidence, evidence]);
    expect((await own().call('DELETE /api/documents/{id}', { params: { id: copy.id } })).status).toBe(409);
    await expectCounted(desk.id);
  });

  test('is let go by deleting the request, and a request is not reopened once it is gone', async () => {
    const { document, request } = await askedToSign(adviser, desk.id);
    await decide(request.id, 'waive');
    const params = { id: document.id };
    await adviser.call('DELETE /api/documents/{id}', { params });
    expect((await decide(request.id, 'reopen')).status).toBe(409);
    const second = await askedToSign(adviser, desk.id);
    await adviser.call('DELETE /api/requests/{id}', { params: { id: second.request.id } });
    expect((await documents())[0]?.keptAs).toBeNull();
    await expectCounted(desk.id);
  });

  test('keeps its stage, and takes another title, message and due date', async () => {
    const { request } = await askedToSign(adviser, desk.id);
    const change = (body: object) =>
      adviser.call('PATCH /api/requests/{id}', { params: { id: request.id }, body: { version: 1, ...body } });
    expect((await change({ stageId: null })).body.fields).toEqual({ stageId: 'A document to sign keeps its stage' });
    const { body } = await change({ title: 'Our agreement', help: 'Page 3.', dueDate: inDays(3) });
    expect(body).toMatchObject({ title: 'Our agreement', help: 'Page 3.', dueDate: inDays(3), sign: request.sign });
  });

  test('takes no file, no hand-in and no acceptance', async () => {
    const { request } = await askedToSign(adviser, desk.id);
    const form = fileForm('x', 'x.txt');
    form.append('requestId', request.id);
    const params = { id: request.id };
    const refused = [409, 'This is to be signed, not sent.'];
    expect(saidOf(await desk.by('POST /api/clients/{id}/documents', { form }, own()))).toEqual(refused);
    expect(saidOf(await own().call('POST /api/requests/{id}/submit', { params }))).toEqual(refused);
    expect(saidOf(await decide(request.id, 'approve'))).toEqual(refused);
  });
});

describe('reading', () => {
  test('is the client’s own download alone, and counts once', async () => {
    const { document, request } = await askedToSign(adviser, desk.id);
    await download(document.id);
    expect((await requestOf(request.id)).sign?.seenAt).toBeNull();
    const early = await own().call('POST /api/requests/{id}/sign-code', { params: { id: request.id } });
    expect(saidOf(early)).toEqual([409, 'Read the document first.']);
    expect(saidOf(await sign(request, '123456'))).toEqual([409, 'Read the document first.']);
    await download(document.id, own());
    const { seenAt } = (await requestOf(request.id)).sign ?? {};
    expect(seenAt).toEqual(expect.any(String));
    await download(document.id, own());
    expect((await requestOf(request.id)).sign?.seenAt).toBe(seenAt);
  });

  test('counts from the first part of a large document on', async () => {
    const picture = 'x'.repeat(5 * MB);
    const file = pdf('', [`<< /Length ${picture.length} >>\nstream\n${picture}\nendstream`]);
    const { id } = await uploadLarge(uploaderOf(adviser), desk.id, file, {
      name: 'large.pdf',
      stageId: `${desk.id}.1.4`,
    });
    const asked = await askForSignature(adviser, id);
    const [request] = asked.body;
    const part = (index: number, token?: string) => uploaderOf(own()).download(id, index, token);
    await part(0);
    expect((await requestOf(request.id)).sign?.seenAt).toEqual(expect.any(String));
    const { document } = await signedBy(own(), await requestOf(request.id));
    expect(document).toMatchObject({ parts: 2, keptAs: 'signed' });
    const first = await uploaderOf(own()).download(document.id, 0);
    const second = await uploaderOf(own()).download(document.id, 1, first.headers.get('x-parts') ?? '');
    const whole = Buffer.concat([Buffer.from(first.body), Buffer.from(second.body)]);
    expect(sha256(whole)).toBe(document.sha256);
    expect(whole.subarray(0, file.length).equals(file)).toBe(true);
    await expectCounted(desk.id);
  });
});

describe('signing', () => {
  test('leaves original, copy and evidence that belong together', async () => {
    const { document, request } = await ready({ file: compressedPdf() });
    const { request: signed, document: copy } = await signedBy(own(), request);
    expect(signed).toMatchObject({ state: 'approved', files: 1, sign: { signedDocumentId: copy.id } });
    expect(copy).toMatchObject({
      name: 'Client agreement (signed).pdf',
      stageId: `${desk.id}.1.4`,
      requestId: request.id,
      uploadedBy: 'client',
      preview: true,
      keptAs: 'signed',
    });
    const [bytes, original] = [await download(copy.id), await download(document.id)];
    expect(bytes.subarray(0, original.length).equals(original)).toBe(true);
    const item = await evidenceFor(request);
    const evidence = JSON.parse(item?.json ?? '');
    expect(evidence).toMatchObject({
      id: request.id,
      document: { id: document.id, sha256: sha256(original), size: original.length, pages: 1 },
      copy: { id: copy.id, sha256: sha256(bytes), size: bytes.length },
      signer: { name: 'Mia Evans', person: 'Mia Evans', number: 1 },
      mark: { width: MARK.width, height: MARK.height, sha256: sha256(Buffer.from(MARK.bits, 'base64')) },
      asked: { by: 'Sam Okafor' },
      signedAt: signed.sign?.signedAt,
    });
    const log = await desk.auditLog();
    const isVerified = (json: string) =>
      createVerify('sha256')
        .update(json)
        .verify(
          { key: Buffer.from(item?.key ?? '', 'base64'), format: 'der', type: 'spki' },
          Buffer.from(item?.signature ?? '', 'base64'),
        );
    expect(isVerified(item?.json ?? '')).toBe(true);
    expect(isVerified(`${item?.json} `)).toBe(false);
    expect(log.map(({ summary }) => summary)).toContain('Signed “Client agreement” as Mia Evans');
    await expectCounted(desk.id);
  });

  test('is noticed by the adviser, and mailed to the client at once', async () => {
    const { request } = await ready();
    await signedBy(own(), request);
    await expect
      .poll(async () => (await inboxOf(adviser)).map(({ text }) => text), SOON)
      .toContain('Signed “Client agreement”');
    const { email } = await desk.now();
    await expect
      .poll(async () => (await mailsTo(email)).map(({ subject }) => subject), SOON)
      .toContain('You signed a document at Harbour Financial Planning');
  });

  test.each<[string, object, string, string]>([
    ['no name', { name: ' ' }, 'name', 'Name is required'],
    ['no consent', { consent: false }, 'consent', 'Please tick the box to sign.'],
    [
      'a blank mark',
      { mark: { ...MARK, bits: Buffer.alloc(200).toString('base64') } },
      'mark',
      'Please write or draw your name.',
    ],
    ['a mark of another size', { mark: { ...MARK, width: 81 } }, 'mark', 'Please write or draw your name.'],
    ['a huge mark', { mark: { ...MARK, width: 1201 } }, 'mark', 'Please write or draw your name.'],
    ['no code', { code: '' }, 'code', NO_CODE],
  ])('refuses %s, and keeps the code', async (_, more, field, text) => {
    const { request, code } = await ready();
    const answered = await sign(request, code, more);
    expect([answered.status, answered.body.fields]).toEqual([400, { [field]: text }]);
    expect((await sign(request, code)).status).toBe(200);
  });

  test('refuses the hash of another document', async () => {
    const { request, code } = await ready();
    const answered = await sign(request, code, { sha256: sha256(Buffer.from('x')) });
    expect(saidOf(answered)).toEqual([409, 'This document was changed. Please read it again.']);
  });

  test('again answers with the copy', async () => {
    const { request, code } = await ready();
    const { body } = await sign(request, code);
    const again = await sign(request, code);
    expect(saidOf(again)).toEqual([409, 'You have signed this already.']);
    expect(again.body.documentId).toBe(body.document.id);
  });

  test('once settled, or once the journey is completed, is refused', async () => {
    const { request, code } = await ready();
    await decide(request.id, 'waive');
    expect(saidOf(await sign(request, code))).toEqual([409, 'This is settled. Reopen it first.']);
    await decide(request.id, 'reopen');
    await desk.change({ completed: true });
    expect(saidOf(await sign(request, code))).toEqual([409, 'This is settled. Reopen it first.']);
    expect((await own().call('POST /api/requests/{id}/sign-code', { params: { id: request.id } })).status).toBe(409);
  });

  test('a request for a file or of a stranger is not signed', async () => {
    const { body } = await desk.by('POST /api/clients/{id}/requests', { body: { items: [{ title: 'P60' }] } });
    const { request } = await ready();
    const params = { id: body[0].id };
    const answered = await own().call(SIGN, { params, body: signature(request, '123456') });
    expect(saidOf(answered)).toEqual([409, 'This is not to be signed.']);
    const other = await clientOf(adviser);
    expect((await sign(request, '123456', {}, other.own)).status).toBe(404);
    expect((await sign(request, '123456', {}, adviser)).status).toBe(403);
  });
});

describe('a code', () => {
  test('serves for one signature of one document, and not for a device', async () => {
    const { request, code } = await ready();
    const second = await ready();
    expect((await sign(second.request, code)).status).toBe(401);
    await changeStored(clientKey(desk.id), { stepUp: 'on' });
    const device = await new Caller(desk.token).call('POST /api/portal/device', { body: { code, remember: true } });
    expect(device.status).toBe(401);
    await changeStored(clientKey(desk.id), { stepUp: 'off' });
    expect((await sign(request, code)).status).toBe(200);
  });

  test('expires, and is void after five wrong ones, with an entry and a pause', async () => {
    const { request } = await ready();
    const old = await codeToSign(request, new Date(Date.now() - (CODE_MINUTES + 1) * MINUTE_MS));
    if (old) expect(saidOf(await sign(request, old))).toEqual([401, 'That code has expired. Send a new one.']);
    const right = await codeToSign(request);
    for (let left = old ? 3 : 4; left > 0; left -= 1)
      expect((await sign(request, otherThan(right, old))).status).toBe(401);
    expect((await sign(request, otherThan(right, old))).status).toBe(429);
    expect((await sign(request, right)).status).toBe(429);
    expect((await desk.auditLog()).map(({ summary }) => summary)).toContain(
      'Entered five wrong codes to sign “Client agreement”; the code was cancelled',
    );
  });

  test('is mailed by the call, and not to an address that bounced', async () => {
    const { request } = await askedToSign(adviser, desk.id);
    await readToSign(own(), request);
    const ask = () => own().call('POST /api/requests/{id}/sign-code', { params: { id: request.id } });
    const { status, body } = await ask();
    expect([status, body.message]).toEqual([202, 'We have emailed you a code. It is good for 15 minutes.']);
    const { email } = await desk.now();
    await expect
      .poll(async () => (await mailsTo(email)).map(({ subject }) => subject), SOON)
      .toContainEqual(expect.stringMatching(/^\d{3} \d{3} is your code to sign at Harbour Financial Planning$/));
    await changeStored(clientKey(desk.id), { 'summary/mailProblem': 'bounced' });
    expect((await ask()).status).toBe(409);
  });
});

describe('the journey', () => {
  test('goes on by the signature if staff chose that, and names the signed copy as the signature of 1.4', async () => {
    expect((await cesd()).signed).toBe(false);
    const { request } = await askedToSign(adviser, desk.id, { body: { completes: true } });
    const { document } = await signedBy(own(), request);
    expect(await cesd()).toMatchObject({ signed: true, documentId: document.id });
    expect(document.signatureStatus).toBe('signed');
    const summaries = (await desk.auditLog()).map(({ summary, actorType }) => [summary, actorType]);
    expect(summaries).toContainEqual(['Completed stage 1.4 Client Engagement Document Signed', 'client']);
    await desk.setStage('1.4', { status: 'pending' });
    expect(await cesd()).toMatchObject({ signed: false, documentId: null });
    expect((await requestOf(request.id)).state).toBe('approved');
    expect(await evidenceFor(request)).toBeDefined();
    await desk.by('POST /api/clients/{id}/stages/reset');
    expect((await documents()).map(({ keptAs }) => keptAs)).toContain('signed');
    await expectCounted(desk.id);
  });

  test('stays where it is without the choice, and completing 1.4 then takes the signed copy', async () => {
    const { request } = await askedToSign(adviser, desk.id);
    const { document } = await signedBy(own(), request);
    expect((await cesd()).signed).toBe(false);
    await desk.setStage('1.4', { status: 'completed' });
    expect(await cesd()).toMatchObject({ signed: true, documentId: document.id });
  });

  test('takes the signed copy if 1.4 is complete already', async () => {
    await desk.setStage('1.4', { status: 'completed' });
    const { request } = await askedToSign(adviser, desk.id);
    const { document } = await signedBy(own(), request);
    expect((await cesd()).documentId).toBe(document.id);
  });

  test('5.4 is completed, and 1.4 is not touched', async () => {
    const { request } = await askedToSign(adviser, desk.id, { stage: '5.4', body: { completes: true } });
    await signedBy(own(), request);
    const { stages } = (await stored<ClientItem>(clientKey(desk.id))) ?? {};
    expect(stages?.['5.4']?.status).toBe('completed');
    expect((await cesd()).signed).toBe(false);
    await expectCounted(desk.id);
  });
});

describe('a code that is right', () => {
  test('is no guess if the signature fails for another reason, and a full client is told before', async () => {
    const { request, code } = await ready();
    const { totalDocuments } = (await stored<ClientItem>(clientKey(desk.id))) ?? expect.fail('no client');
    await changeStored(clientKey(desk.id), { totalDocuments: MAX_DOCUMENTS });
    for (let nth = 0; nth < 6; nth += 1) expect((await sign(request, code)).body.message).toBe(DOCUMENTS_FULL);
    await changeStored(clientKey(desk.id), { totalDocuments });
    expect((await sign(request, code)).status).toBe(200);
  });
});

test('the longest name with a character of two parts at its cut is signed', async () => {
  const name = `${'a'.repeat(229)}😀${'b'.repeat(16)}.pdf`;
  const { document, request } = await askedToSign(adviser, desk.id, { name });
  const { document: copy } = await signedBy(own(), request);
  expect([document.name, request.title.isWellFormed()]).toEqual([name, true]);
  expect(copy.name).toBe(`${'a'.repeat(229)} (signed).pdf`);
});

test('a request that was reopened keeps when it was asked for first, in its evidence', async () => {
  const { request } = await askedToSign(adviser, desk.id);
  await readToSign(own(), request);
  await decide(request.id, 'waive');
  await decide(request.id, 'reopen');
  await signedBy(own(), await requestOf(request.id));
  const { asked, read } = JSON.parse((await evidenceFor(request))?.json ?? '');
  expect(asked.at < read.at).toBe(true);
});

describe('two people', () => {
  test('each sign their own request, with codes of their own', async () => {
    const rob = await newPerson(adviser, desk);
    const document = await documentToSign(adviser, desk.id);
    const { body } = await askForSignature(adviser, document.id, { people: [1, 2], completes: true });
    const [mine, his] = body as [DocumentRequest, DocumentRequest];
    expect([mine.sign?.person, his.sign?.person]).toEqual([1, 2]);
    await readToSign(own(), mine);
    expect((await requestOf(his.id)).sign?.seenAt).toBeNull();
    expect(saidOf(await sign(his, '123456'))).toEqual([409, 'This is for somebody else to sign.']);
    const robs = new Caller(rob.token);
    await signedBy(robs, his, { name: 'Rob Smith' });
    expect((await documents()).find(({ id }) => id === document.id)?.keptAs).toBe('original');
    expect((await cesd()).signed).toBe(false);
    const { document: last } = await signedBy(own(), mine);
    expect(await cesd()).toMatchObject({ signed: true, documentId: last.id });
    expect((await documents()).filter(({ keptAs }) => keptAs === 'signed')).toHaveLength(2);
    await expectCounted(desk.id);
  });
});

test('a document from before hashes were kept gets one when it is asked for', async () => {
  const { id } = await upload(adviser, desk.id, pdf(), 'old.pdf', `${desk.id}.5.4`);
  await changeStored(itemKey(KEYS.document, desk.id, parseChildId(id).key), { sha256: undefined });
  expect((await askForSignature(adviser, id)).status).toBe(201);
  expect((await documents())[0]?.sha256).toBe(sha256(pdf()));
});
