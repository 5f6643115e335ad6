import { env } from '#functions/aws/env.ts';
import { type AdviserItem, adviserKey } from '#functions/domain/accounts/account.ts';
import { emailKey } from '#functions/domain/accounts/account-creation.ts';
import { hashPassword } from '#functions/domain/accounts/passwords.ts';
import type { DocumentItem } from '#functions/domain/documents/document-item.ts';
import { fileHashOf } from '#functions/domain/documents/documents.ts';
import { newPartPaths, sealFile } from '#functions/domain/documents/encryption.ts';
import { ownerOf } from '#functions/domain/documents/seal.ts';
import * as KEYS from '#functions/services/keys/item-kinds.ts';
import { isOf } from '#functions/services/keys/keys.ts';
import { mapConcurrent } from '#functions/services/map-concurrent.ts';
import { firmName } from '#shared/rules/firm.ts';
import { putAll } from '../../ops/tables.ts';
import { writeCopies } from './copies.ts';
import { signCopies } from './signatures.ts';
import { type DemoItem, demoFile, firmAt } from './snapshot.ts';

const AT_ONCE = 6;

function reservation(items: readonly DemoItem[], { adviserId }: DemoItem) {
  const { pk } = adviserKey(String(adviserId));
  const account = items.find((item) => item.pk === pk && isOf(KEYS.account, item));
  return emailKey((account as DemoItem & AdviserItem).summary.email);
}

const bytesOf = (items: readonly DemoItem[], { pk }: DemoItem) =>
  items
    .filter((item) => item.pk === pk && isOf(KEYS.document, item))
    .reduce((sum, item) => sum + (item as DemoItem & DocumentItem).fileSize, 0);

const isEntry = (item: DemoItem) => isOf(KEYS.entry, item) || isOf(KEYS.firmEntry, item);

/** Writes the demo firm as of `now` into an empty table. Needs the functions' environment and DEMO_PASSWORD. */
export async function loadDemo(now: Date): Promise<void> {
  const recorded = await firmAt(now);
  const signatures = await signCopies(recorded);
  const items = [...recorded, ...signatures.map(({ evidence }) => evidence)];
  const copies = new Map([...writeCopies(items), ...signatures.map(({ copy, bytes }) => [copy, bytes] as const)]);
  const passwordHash = await hashPassword(env('DEMO_PASSWORD'));
  /** Adds attributes that depend on this stack's keys and settings. */
  const complete = async (item: DemoItem): Promise<void> => {
    if (isOf(KEYS.account, item)) Object.assign(item, { passwordHash });
    else if (isOf(KEYS.address, item)) Object.assign(item, await reservation(items, item));
    else if (isOf(KEYS.settings, item)) Object.assign(item.firm as object, { name: firmName(process.env) });
    else if (isOf(KEYS.client, item)) Object.assign(item, { totalBytes: bytesOf(items, item) });
    else if (isOf(KEYS.document, item)) {
      const owner = ownerOf(item);
      const bytes = copies.get(item) ?? (await (await demoFile(String(item.name), Number(item.fileSize))).bytes());
      const seal = await sealFile(owner, bytes, newPartPaths(owner, bytes.length), Promise.resolve());
      Object.assign(item, { sha256: fileHashOf(bytes) }, seal);
    }
  };
  await mapConcurrent(items, AT_ONCE, complete);
  // Entries last: their event handlers then find the work done, except for the last working day.
  await putAll(items.filter((item) => !isEntry(item)));
  await putAll(items.filter(isEntry));
}

// Run by accounts.ts in the environment of the functions. The argument is the present time.
if (import.meta.main) await loadDemo(new Date(process.argv[2] ?? ''));
