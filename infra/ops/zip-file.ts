import { type FileHandle, open } from 'node:fs/promises';
import { Zip, ZipDeflate } from 'fflate';

/** A zip file that is written as it grows, so that a client's documents are in memory one at a time. */
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

  /** A new file that only its owner reads. Throws where there is one of that name already. */
  static async create(path: string): Promise<ZipFile> {
    return new ZipFile(await open(path, 'wx', 0o600));
  }

  private async flush(): Promise<void> {
    for (const chunk of this.chunks.splice(0)) await this.file.write(chunk);
  }

  /** Adds one file under a path inside the zip. */
  async add(name: string, content: Uint8Array | string, modified: Date): Promise<void> {
    const entry = new ZipDeflate(name);
    entry.mtime = modified;
    this.zip.add(entry);
    entry.push(Buffer.from(content), true);
    await this.flush();
  }

  /** Finishes the file. */
  async close(): Promise<void> {
    this.zip.end();
    await this.flush();
    await this.file.close();
  }
}
