import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { EvidenceItem } from '#functions/domain/signing/evidence.ts';
import * as KEYS from '#functions/services/keys/item-kinds.ts';
import { isOf } from '#functions/services/keys/keys.ts';
import type { Document } from '#shared/contract/documents.ts';
import { CONSENT } from '#shared/rules/signing.ts';
import { clientOf, openPortal } from '../support/acts.ts';
import { openClient, panel } from '../support/browser/client-page.ts';
import { options } from '../support/browser/documents.ts';
import { enter, test } from '../support/browser/people.ts';
import { drawOn, mailedCode, readIn } from '../support/browser/signing.ts';
import { expectToast } from '../support/browser/toast.ts';
import { expect, otherBrowser } from '../support/browser/watched.ts';
import { newAdviser } from '../support/builders.ts';
import { SOON } from '../support/inbox.ts';
import { sha256 } from '../support/large-file.ts';
import { mailsTo } from '../support/mail.ts';
import { partitionOf } from '../support/recount.ts';
import { documentToSign } from '../support/signing.ts';

// The client agreement is asked for, read and signed on a phone, and proves itself to a program that is not ours.

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'en-GB' };

/** Returns what OpenSSL says of a signature in a folder: a public key, a signature, and what was signed. */
function verdictOf({ json, signature, key }: EvidenceItem): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'evidence-'));
  const lines = key.match(/.{1,64}/g) ?? [];
  const pem = ['-----BEGIN PUBLIC KEY-----', ...lines, '-----END PUBLIC KEY-----', ''].join('\n');
  writeFileSync(path.join(folder, 'key.pem'), pem);
  writeFileSync(path.join(folder, 'evidence.sig'), Buffer.from(signature, 'base64'));
  writeFileSync(path.join(folder, 'evidence.json'), json);
  const args = ['dgst', '-sha256', '-verify', 'key.pem', '-signature', 'evidence.sig', 'evidence.json'];
  try {
    return execFileSync('openssl', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('an agreement is asked for, read and signed by touch on a phone, and completes 1.4', async ({ page, watch }) => {
  const adviser = await newAdviser('Ruth Amari');
  await enter(page.context(), adviser);
  const mia = await clientOf(adviser, { name: 'Mia Wood' });
  const { email } = await mia.now();
  // A file of the client is not mailed to them, so the request is mailed at once.
  const agreement = await documentToSign(mia.own, mia.id);
  const phone = await otherBrowser(page, watch, PHONE);
  const row = panel(page, 'Requests').getByRole('listitem').filter({ hasText: 'Client agreement' }).first();

  await test.step('the adviser asks, and the client is told', async () => {
    await openClient(page, mia);
    const document = await options(page, agreement.name);
    await document.getByRole('button', { name: 'Ask for a Signature…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Ask for a Signature' });
    await dialog.getByLabel('Message').fill('Page 1 says what we charge.');
    await dialog.getByText('Complete 1.4 when it is signed').click();
    await dialog.getByRole('button', { name: 'Ask for Signature' }).click();
    await expectToast(page, 'Signature Requested');
    await expect(row).toContainText('To sign');
    await expect
      .poll(async () => (await mailsTo(email)).map(({ subject }) => subject), SOON)
      .toContainEqual(expect.stringMatching(/asks you to sign a document$/));
  });

  await test.step('the client reads it, draws their name, and signs with the code', async () => {
    await phone.goto(`/portal/${mia.token}`);
    const card = phone.getByRole('listitem').filter({ hasText: 'Client agreement' }).first();
    await expect(card).toContainText('Page 1 says what we charge.');
    await readIn(phone, card.getByRole('button', { name: 'Read It' }));
    await card.getByRole('link', { name: 'Sign', exact: true }).tap();
    await phone.getByLabel('Your full name').fill('Mia Wood');
    await phone.getByText('Draw', { exact: true }).tap();
    await drawOn(phone);
    await phone.getByRole('checkbox', { name: CONSENT }).check();
    // The gestures of drawing keep the browser from seeing taps.
    await phone.getByRole('button', { name: 'Send Me a Code' }).click();
    await expect(phone.getByLabel('6-digit code')).toBeFocused();
    await phone.getByLabel('6-digit code').fill(await mailedCode({ email }));
    await phone.getByRole('button', { name: 'Sign', exact: true }).click();
    await expect(phone.getByText('Your copy is with your documents.')).toBeVisible();
    await readIn(phone, phone.getByRole('button', { name: 'Open My Copy' }));
  });

  await test.step('the adviser sees when it was read and signed, and that 1.4 is complete', async () => {
    await page.reload();
    await panel(page, 'Requests')
      .getByText(/settled/)
      .click();
    await expect(row).toContainText(/Signed \d+ \w+, \d\d:\d\d/);
    const { cesdSignature, documents } = (await openPortal(mia.token)).body;
    const copy = documents.find(({ keptAs }: Document) => keptAs === 'signed');
    expect(cesdSignature).toMatchObject({ signed: true, documentId: copy.id });
    await expect
      .poll(async () => (await mailsTo(email)).map(({ subject }) => subject), SOON)
      .toContainEqual(expect.stringMatching(/^You signed a document at /));
  });

  await test.step('OpenSSL verifies the evidence, which names the files of both sides, and no other', async () => {
    const items = await partitionOf(mia.id);
    const evidence = items.find((item) => isOf(KEYS.evidence, item)) as EvidenceItem | undefined;
    if (!evidence) throw new Error('No evidence');
    expect(verdictOf(evidence)).toBe('Verified OK\n');
    expect(verdictOf({ ...evidence, json: evidence.json.replace('Mia Wood', 'Max Wood') })).toContain('failure');
    const facts = JSON.parse(evidence.json);
    for (const file of [facts.document, facts.copy]) {
      const params = { id: file.id };
      const { body } = await adviser.call('GET /api/documents/{id}/download', { params });
      expect([sha256(body), body.length]).toEqual([file.sha256, file.size]);
    }
  });
});
