import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { compressedSite } from '../../web/compress.ts';
import { FILE_PATH } from '../edge/file-paths.ts';
import { CACHE_CONTROL, PAGE_HEADERS } from '../edge/security-headers.ts';

const compress = promisify(brotliCompress);
/** Quality for pages, which CloudFront compresses as it sends them. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};
const COMPRESSED = /^(text\/|application\/(json|manifest)|image\/svg)/;

interface StaticFile {
  body: Buffer;
  brotli: Buffer | undefined;
  type: string;
}

/** Maps every screen to the single page, like CloudFront's function. */
const fileOf = (pathname: string) => (FILE_PATH.test(pathname) ? pathname : '/index.html');

function decoded(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
}

/**
 * Serves the built web app from `root` with CloudFront's headers. Unlike CloudFront, it also has every file plain:
 * Safari accepts no Brotli without TLS.
 */
export function staticFiles(root: string) {
  const known = new Map<string, StaticFile>();

  async function load(name: string): Promise<StaticFile | undefined> {
    const file = path.join(root, name);
    const cached = known.get(file);
    if (cached) return cached;
    if (!file.startsWith(root + path.sep) || name.includes('\0')) return undefined;
    const body = await readFile(file).catch(() => undefined);
    if (!body) return undefined;
    const type = TYPES[path.extname(file)] ?? 'application/octet-stream';
    const stored = await readFile(path.join(compressedSite(root), name)).catch(() => undefined);
    const brotli = stored ?? (COMPRESSED.test(type) ? await compress(body, QUALITY) : undefined);
    const loaded = { body, type, brotli };
    // Hashed files never change; the page always names the current ones.
    if (name.startsWith('/assets/')) known.set(file, loaded);
    return loaded;
  }

  return async (request: IncomingMessage, response: ServerResponse, pathname: string): Promise<void> => {
    const name = decoded(fileOf(pathname));
    const file = name === undefined ? undefined : await load(name);
    for (const [header, value] of Object.entries(PAGE_HEADERS)) response.setHeader(header, value);
    response.setHeader('cache-control', pathname.startsWith('/assets/') ? CACHE_CONTROL.hashed : CACHE_CONTROL.other);
    if (!file) {
      response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
      response.end('Not found');
      return;
    }
    const brotli = /\bbr\b/.test(String(request.headers['accept-encoding'])) ? file.brotli : undefined;
    const body = brotli ?? file.body;
    response.writeHead(200, {
      'content-type': file.type,
      'content-length': body.length,
      ...(file.brotli && { vary: 'accept-encoding' }),
      ...(brotli && { 'content-encoding': 'br' }),
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  };
}
