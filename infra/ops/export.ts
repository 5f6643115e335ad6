import { type FileHandle, open } from 'node:fs/promises';
import { Zip, ZipDeflate } from 'fflate';
import { writeEntry } from '#functions/domain/clients/client-writes.ts';
import type { DocumentItem } from '#functions/domain/documents/document-item.ts';
import { openDocument } from '#functions/domain/documents/encryption.ts';
import { firmEntry } from '#functions/services/audit-log/firm-log.ts';
import { TamperAlarm } from '#functions/services/log/log.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { readClientFile } from './client-file.ts';
import { exportPage } from './export-page.ts';
import { OPERATOR } from './operator.ts';

/** Zip file that is written as it grows, so that only one document is in memory. */
export class ZipFile {
  private readonly file: FileHandle;
  private readonly chunks: Uint8Array[] = [];
  private readonly zip = new Zip((error, chunk) => {
    if (error) throw error;
    this.chunks.push(chunk);
  });

  private constructor(file: FileHandle) {
    this.file = file;
  }

  /** Creates a file that only its owner can read. Throws if it exists. */
  static async create(path: string): Promise<ZipFile> {
    return new ZipFile(await open(path, 'wx', 0o600));
  }

  private async flush(): Promise<void> {
    for (const chunk of this.chunks.splice(0)) await this.file.write(chunk);
  }

  async add(name: string, content: Uint8Array | string, modified: Date): Promise<void> {
    const entry = new ZipDeflate(name);
    entry.mtime = modified;
    this.zip.add(entry);
    entry.push(Buffer.from(content), true);
    await this.flush();
  }

  async close(): Promise<void> {
    this.zip.end();
    await this.flush();
    await this.file.close();
  }
}

async function opened(clientId: string, documentId: string, seal: DocumentItem): Promise<Uint8Array | undefined> {
  try {
    return await openDocument({ clientId, documentId }, seal);
  } catch (error) {
    if (error instanceof TamperAlarm) return undefined;
    throw error;
  }
}

/** Writes a client's data as a zip, and audit entries for client and firm. Returns true if every document opened. */
export async function exportClient(clientId: string, path: string, now = new Date()): Promise<boolean> {
  const exported = await readClientFile(clientId, now);
  const { client, shown, seals } = exported;
  const zip = await ZipFile.create(path);
  const logged = firmEntry(OPERATOR, { action: 'file-exported', data: {}, ref: clientId }, now);
  await writeEntry({ actor: OPERATOR, client, now }, { action: 'client-exported', data: {} }, [logged]);
  const failed = new Set<string>();
  for (const { id, file, uploadedAt } of shown.documents) {
    const seal = seals.get(id);
    const bytes = seal && (await opened(clientId, id, seal));
    if (bytes) await zip.add(file, bytes, new Date(uploadedAt));
    else failed.add(id);
  }
  await zip.add('client.json', `${JSON.stringify(shown, null, 2)}\n`, now);
  await zip.add('index.html', exportPage(exported, failed, now), now);
  await zip.close();
  for (const id of failed) console.log(`document ${id}: could not be opened, see "npm run ops -- verify"`);
  console.log(`${path}: ${shown.documents.length - failed.size} of ${countOf(shown.documents.length, 'document')}`);
  return failed.size === 0;
}
