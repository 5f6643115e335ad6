import type { Document } from '#shared/contract/documents.ts';
import { PREVIEW_TYPES } from '#shared/rules/documents.ts';
import { PREVIEW_STYLE } from '../../../shell/preview-style.ts';
import { type DownloadOptions, download, isCancelled } from '../../lib/files/download.ts';
import type { Failure } from '../../lib/http/failure.ts';
import { markOpened } from './opened.ts';

// Text encodings that the server reports. Any other text is read as UTF-8.
const CHARSET = /^text\/plain;\s*charset=(utf-8|utf-16le|utf-16be|windows-1252)$/;
const charsetIn = (type: string) => CHARSET.exec(type)?.[1] ?? 'utf-8';

/**
 * Returns the type from the allow-list, never from the response, which might contain scripts. Throws if there is no
 * preview.
 */
function shownType({ preview, type }: Document) {
  const shown = preview && PREVIEW_TYPES.find((allowed) => allowed === type);
  if (!shown) throw new Error('This document has no preview');
  return shown;
}

/** Downloads a document, with a type that is safe to show. */
export async function fileFor(document: Document, options: DownloadOptions): Promise<File> {
  const type = shownType(document);
  const content = await download(document, options);
  const typed = type === 'text/plain' ? `${type};charset=${charsetIn(content.type)}` : type;
  return new File([content], document.name, { type: typed });
}

/** Returns an HTML page that frames the document. A tab with the bare blob has neither a title nor a file name. */
function pageAround(name: string, address: string): Blob {
  const page = document.implementation.createHTMLDocument(name);
  const add = <K extends keyof HTMLElementTagNameMap>(to: Element, tag: K, given: Partial<HTMLElementTagNameMap[K]>) =>
    to.appendChild(Object.assign(page.createElement(tag), given));
  page.documentElement.lang = 'en-GB';
  add(page.head, 'style', { textContent: PREVIEW_STYLE });
  const links = add(page.body, 'nav', {});
  add(links, 'a', { href: address, download: name, textContent: `Download ${name}` });
  // For browsers that show a framed PDF not at all, or only its first page.
  add(links, 'a', { href: address, textContent: 'Open Without This Bar' });
  add(page.body, 'iframe', { src: address, title: name });
  return new Blob(['<!doctype html>', page.documentElement.outerHTML], { type: 'text/html;charset=utf-8' });
}

const KEPT_MS = 600_000;

/** Revokes the blob URLs once the tab is closed or was blocked; checks every ten minutes. */
function freeAfter(tab: Window | null, addresses: readonly string[]) {
  const timer = setInterval(() => {
    if (tab?.closed === false) return;
    clearInterval(timer);
    for (const address of addresses) URL.revokeObjectURL(address);
  }, KEPT_MS);
}

export interface Preview extends DownloadOptions {
  document: Document;
  tab: Window | null;
}

/** Downloads a document and returns the blob URL of a page that shows it. */
export async function previewPage({ document, tab, ...options }: Preview): Promise<string> {
  const content = URL.createObjectURL(await fileFor(document, options));
  markOpened(document.id);
  const page = URL.createObjectURL(pageAround(document.name, content));
  freeAfter(tab, [content, page]);
  return page;
}

export const PREVIEW_FAILED: Failure = {
  title: 'Preview Failed',
  description: 'Failed to preview document',
  isShown: isCancelled,
};
