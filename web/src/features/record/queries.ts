import { mutationOptions } from '@tanstack/react-query';
import { londonParts } from '#shared/rules/london.ts';
import { saveFile } from '../../lib/files/save-file.ts';
import { send } from '../../lib/http/api.ts';
import { pagesAround, readPages } from '../../lib/query/pages.ts';
import type { Filter } from './filter.ts';

/** Most lines that the server gives at once. */
const EXPORTED_AT_ONCE = '1000';

/** The firm's record, newest first, a page at a time; read anew each time that somebody looks at it. */
export const recordQuery = (filter: Filter) => ({
  ...readPages('GET /api/record', 'next', { query: filter }),
  gcTime: 0,
});

/** All lines behind a filter as CSV: the server's pages one after the other. */
async function exported(filter: Filter): Promise<Blob> {
  const parts: Blob[] = [];
  let query: Record<string, string> | undefined = { ...filter, limit: EXPORTED_AT_ONCE };
  while (query) {
    const response = await send('GET /api/record', { query, accept: 'text/csv' });
    parts.push(await response.blob());
    query = pagesAround(response.headers.get('link')).next;
  }
  return new Blob(parts, { type: 'text/csv' });
}

/** Saves all lines behind a filter as one file. */
export const downloadRecord = mutationOptions({
  mutationFn: async (filter: Filter) => {
    saveFile(await exported(filter), `record-${londonParts(new Date()).date}.csv`);
  },
  meta: {
    success: { title: 'Record Downloaded', description: 'The export stands in the record too' },
    failure: { title: 'Download Failed', description: 'Failed to download the record' },
  },
});
