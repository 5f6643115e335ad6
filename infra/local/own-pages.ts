import type { IncomingMessage } from 'node:http';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
const OWN_SITE = ['same-origin', 'none'];

const isLoopback = (url: string) => LOOPBACK.includes(URL.parse(url)?.hostname ?? '');

/**
 * Returns true unless a web page of another site may have caused a request for this run's own tools. Such a page can point a
 * name of its own at the loopback (DNS rebinding), or send a form here.
 */
export function isFromOwnPage({ headers, method }: IncomingMessage): boolean {
  if (!isLoopback(`http://${headers.host}`)) return false;
  if (method === 'GET' || method === 'HEAD') return true;
  const site = headers['sec-fetch-site'] ?? 'none';
  return OWN_SITE.includes(String(site)) && (headers.origin === undefined || isLoopback(headers.origin));
}
