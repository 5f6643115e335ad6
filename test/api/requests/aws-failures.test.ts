import { PutObjectCommand } from '@aws-sdk/client-s3';
import { beforeEach, describe, expect, test } from 'vitest';
import type { CallName } from '#shared/contract/api.ts';
import { clientOf } from '../../support/acts.ts';
import type { Sent } from '../../support/api.ts';
import { bucket, s3 } from '../../support/aws.ts';
import { fileForm, newAdviser, newClient, PASSWORD, upload } from '../../support/builders.ts';
import { awsError, type Fault, refusing, sesError, withFault } from '../../support/faults/faults.ts';
import { callHandler } from '../../support/handlers.ts';
import { newLogLines } from '../../support/log-lines.ts';
import { objectsOf, partitionOf } from '../../support/recount.ts';

let id: string;
const ann = await newAdviser();
beforeEach(async () => {
  id = (await newClient(ann)).id;
  newLogLines();
});

const calling = async (fault: Fault, name: CallName, sent: Sent = { params: { id } }, caller: object = ann) =>
  (await withFault(fault, () => callHandler(caller, name, sent))).result;

const TRY_AGAIN = { message: expect.stringMatching(/^[^:{}]*again[^:{}]*$/) };
const throttled = awsError('ThrottlingException');
const cancelled = (Code: string) =>
  awsError('TransactionCanceledException', { CancellationReasons: [{ Code: 'None' }, { Code }] });

describe('on DynamoDB errors', () => {
  test('retries a read that is throttled briefly', async () => {
    expect((await calling(refusing('BatchGetItem', throttled, 2), 'GET /api/clients/{id}')).status).toBe(200);
  });

  test('answers 500 with advice to retry if throttling lasts', async () => {
    const answer = await calling(refusing('BatchGetItem', throttled), 'GET /api/clients/{id}');
    expect([answer.status, answer.body]).toEqual([500, TRY_AGAIN]);
    expect(newLogLines()).toEqual([
      expect.objectContaining({ level: 'ERROR', status: 500, error: 'ThrottlingException' }),
    ]);
  });

  test('answers 500 and logs the call before the function runs out of time', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
    const outOfTime = { getRemainingTimeInMillis: () => 1000 };
    const call = () => callHandler(ann, 'GET /api/clients/{id}', { params: { id } }, outOfTime);
    const { result } = await withFault(() => held, call);
    release(undefined);
    expect([result.status, result.body]).toEqual([500, TRY_AGAIN]);
    expect(newLogLines()).toEqual([
      expect.objectContaining({ call: 'GET /api/clients/{id}', status: 500, client: id, error: 'TimeoutError' }),
    ]);
  });

  test.each(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'])(
    'retries a transaction cancelled by %s eleven times, then answers 409',
    async (code) => {
      const change = (status: string, times?: number) => {
        const fault = refusing('TransactWriteItems', cancelled(code), times);
        return calling(fault, 'PATCH /api/clients/{id}', { params: { id }, body: { status } });
      };
      expect((await change('urgent', 11)).status).toBe(200);
      const answer = await change('overdue');
      expect([answer.status, answer.body]).toEqual([409, TRY_AGAIN]);
    },
  );

  test('retries a single write that conflicts with a transaction', async () => {
    const client = await clientOf(ann);
    await client.write('Hello', client.own);
    const meets = refusing('UpdateItem', awsError('TransactionConflictException'), 1);
    const answer = await calling(meets, 'GET /api/clients/{id}/messages', { params: client.params });
    expect([answer.status, answer.body[0].read]).toEqual([200, true]);
  });

  test('refuses sign-in, even with the right password, if the attempt counter is unreachable', async () => {
    const sent = { body: { email: ann.email, password: PASSWORD } };
    const unreachable = refusing('UpdateItem', awsError('InternalServerError', {}, 500));
    const answer = await calling(unreachable, 'POST /api/auth/login', sent, {});
    expect([answer.status, answer.body]).toEqual([500, TRY_AGAIN]);
    expect((await callHandler({}, 'POST /api/auth/login', sent)).status).toBe(200);
  });
});

describe('an upload', () => {
  test.each([
    ['KMS returns no key', refusing('GenerateDataKey', awsError('KMSInternalException', {}, 500)), 500],
    ['S3 is overloaded', refusing('S3 PUT', { status: 503, body: '<Error><Code>SlowDown</Code></Error>' }), 500],
    ['the document’s write conflicts', refusing('TransactWriteItems', cancelled('TransactionConflict')), 409],
    ['the table fails', refusing('TransactWriteItems', awsError('InternalServerError', {}, 500)), 500],
  ])('leaves neither object nor document item if %s', async (_, fault, expected) => {
    const sent = { params: { id }, form: fileForm('passport', 'x.txt') };
    const answer = await calling(fault, 'POST /api/clients/{id}/documents', sent);
    expect([answer.status, answer.body]).toEqual([expected, TRY_AGAIN]);
    expect(await objectsOf(id)).toEqual([]);
    expect((await partitionOf(id)).filter(({ sk }) => sk.includes('DOCUMENT'))).toEqual([]);
  });

  test('keeps its object if the reply to its commit was lost', async () => {
    const sent = { params: { id }, form: fileForm('passport', 'x.txt') };
    const lost = refusing('TransactWriteItems', 'answer lost');
    expect((await calling(lost, 'POST /api/clients/{id}/documents', sent)).status).toBe(500);
    const [record] = (await partitionOf(id)).filter(({ sk }) => sk.includes('DOCUMENT'));
    expect(await objectsOf(id)).toEqual([record?.encryptedPath]);
  });
});

describe('a download', () => {
  test.each([
    ['KMS refuses', refusing('Decrypt', awsError('AccessDeniedException')), 'AccessDeniedException'],
    ['KMS throttles', refusing('Decrypt', throttled), 'ThrottlingException'],
    ['S3 fails', refusing('S3 GET', { status: 503, body: '<Error><Code>SlowDown</Code></Error>' }), expect.any(String)],
  ])('returns no bytes if %s', async (_, fault, error) => {
    const document = await upload(ann, id, 'passport');
    const answer = await calling(fault, 'GET /api/documents/{id}/download', { params: { id: document.id } });
    expect([answer.status, answer.body]).toEqual([500, TRY_AGAIN]);
    expect(newLogLines()).toEqual([expect.objectContaining({ level: 'ERROR', status: 500, error })]);
  });

  test('returns no bytes and raises the tamper alarm if the object was altered', async () => {
    const document = await upload(ann, id, 'passport');
    await s3.send(new PutObjectCommand({ Bucket: bucket(), Key: `clients/${id}/${document.id}`, Body: 'other bytes' }));
    const answer = await callHandler(ann, 'GET /api/documents/{id}/download', { params: { id: document.id } });
    expect([answer.status, answer.body]).toEqual([500, TRY_AGAIN]);
    expect(newLogLines()).toEqual([expect.objectContaining({ level: 'ERROR', alarm: 'tamper' })]);
  });
});

test.each(['MessageRejected', 'Throttling'])(
  'sending a portal link that SES refuses with %s answers 502 and adds no audit entry',
  async (code) => {
    const client = await clientOf(ann);
    const refused = refusing('SendRawEmail', sesError(code));
    const answer = await calling(refused, 'POST /api/clients/{id}/send-portal-link', { params: client.params });
    expect([answer.status, answer.body]).toEqual([502, { message: expect.stringContaining('could not be sent') }]);
    expect(await client.actions()).toEqual(['portal-link-revealed', 'client-created']);
  },
);
