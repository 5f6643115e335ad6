import { mutationOptions } from '@tanstack/react-query';
import type { Document } from '#shared/contract/documents.ts';
import { type DownloadOptions, download, isCancelled } from '../../../lib/files/download.ts';
import { saveFile } from '../../../lib/files/save-file.ts';
import { touching } from '../queries.ts';

export const downloadOwnDocument = (token: string) =>
  mutationOptions({
    mutationFn: async (sent: Document & DownloadOptions) =>
      saveFile(await download(sent, { ...sent, token }), sent.name),
    meta: {
      failure: { title: 'Download Failed', description: 'Failed to download document', isShown: isCancelled },
      effect: touching(),
      noSession: true,
    },
  });
