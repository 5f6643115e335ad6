import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { Document } from '#shared/contract/documents.ts';
import { MINUTE_MS } from '#shared/rules/time.ts';
import { type DownloadOptions, download, isCancelled } from '../../lib/files/download.ts';
import { saveFile } from '../../lib/files/save-file.ts';
import { catchUp, mayShow } from '../../lib/query/query.ts';
import { effectOf } from '../refreshes.ts';
import { markOpened } from './opened.ts';
import { fileFor, PREVIEW_FAILED, previewPage } from './preview-tab.ts';

const DOWNLOADED = effectOf('GET /api/documents/{id}/download');

export const downloadDocument = mutationOptions({
  mutationFn: async (sent: Document & DownloadOptions) => {
    saveFile(await download(sent, sent), sent.name);
    markOpened(sent.id);
  },
  meta: {
    effect: DOWNLOADED,
    failure: { title: 'Download Failed', description: 'Failed to download document', isShown: isCancelled },
  },
});

/** Keeps files for a minute, so that going back to one does not download it again. */
const FILE_KEPT_MS = MINUTE_MS;

/** Reads a document to show it on the page. */
export const fileQuery = (document: Document, onProgress: DownloadOptions['onProgress']) =>
  queryOptions({
    queryKey: ['file', document.id],
    queryFn: async ({ signal }) => {
      const file = await fileFor(document, { signal, onProgress });
      markOpened(document.id);
      void catchUp(DOWNLOADED, mayShow([document.clientId])).catch(() => undefined);
      return file;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: FILE_KEPT_MS,
  });

export const previewDocument = mutationOptions({
  mutationFn: previewPage,
  meta: {
    effect: DOWNLOADED,
    failure: PREVIEW_FAILED,
  },
});
