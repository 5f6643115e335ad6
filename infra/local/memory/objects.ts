export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}

const escaped = (text: string) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const unescaped = (text: string) =>
  text.replace(/&(#(\d+)|amp|lt|gt|quot|apos);/g, (_, name: string, code?: string) =>
    code ? String.fromCharCode(Number(code)) : ({ amp: '&', lt: '<', gt: '>', quot: '"' }[name] ?? "'"),
  );
const xml = (body: string, status = 200): Answer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n${body}`,
});
const PAGE = 1000;

/** S3 in memory: one bucket without versions. */
export class Objects {
  private readonly objects = new Map<string, Uint8Array>();

  clear(): void {
    this.objects.clear();
  }

  private list(query: URLSearchParams): Answer {
    const [prefix, after] = [query.get('prefix') ?? '', query.get('continuation-token') ?? ''];
    const size = Number(query.get('max-keys') ?? PAGE);
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const page = keys.slice(0, size);
    const next =
      keys.length > size ? `<NextContinuationToken>${escaped(page.at(-1) ?? '')}</NextContinuationToken>` : '';
    const contents = page.map(
      (key) => `<Contents><Key>${escaped(key)}</Key><Size>${this.objects.get(key)?.length}</Size></Contents>`,
    );
    const more = `<KeyCount>${page.length}</KeyCount><IsTruncated>${next !== ''}</IsTruncated>${next}`;
    return xml(`<ListBucketResult>${more}${contents.join('')}</ListBucketResult>`);
  }

  private deleteAll(body: string): Answer {
    for (const [, key = ''] of body.matchAll(/<Key>(.*?)<\/Key>/g)) this.objects.delete(unescaped(key));
    return xml('<DeleteResult></DeleteResult>');
  }

  private copy(key: string, source: string): Answer {
    const bytes = this.objects.get(decodeURIComponent(source).replace(/^\/?[^/]+\//, ''));
    if (bytes) this.objects.set(key, bytes);
    return bytes ? xml('<CopyObjectResult></CopyObjectResult>') : xml('<Error><Code>NoSuchKey</Code></Error>', 404);
  }

  answer(method: string, url: URL, headers: Record<string, string | undefined>, body: Uint8Array): Answer {
    const key = decodeURIComponent(url.pathname.replace(/^\/[^/]+\/?/, ''));
    if (!key && method === 'GET') return this.list(url.searchParams);
    if (!key && method === 'POST') return this.deleteAll(Buffer.from(body).toString());
    if (method === 'PUT' && headers['x-amz-copy-source']) return this.copy(key, headers['x-amz-copy-source']);
    if (method === 'PUT') this.objects.set(key, body);
    if (method === 'DELETE') this.objects.delete(key);
    if (method !== 'GET') return { status: method === 'DELETE' ? 204 : 200, headers: { etag: '"0"' } };
    const bytes = this.objects.get(key);
    if (!bytes) return xml('<Error><Code>NoSuchKey</Code><Message>No such key</Message></Error>', 404);
    return { status: 200, headers: { 'content-type': 'binary/octet-stream', etag: '"0"' }, body: bytes };
  }
}
