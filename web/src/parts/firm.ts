import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { read } from '../lib/query/query.ts';
import { whenIdle } from '../lib/screen/idle.ts';

/** Name and contact details of the firm, for pages without a session. */
export const firmQuery = read('GET /api/firm');

/** Latest read in milliseconds after the first paint, and the usual one in Safari. */
const AFTER_PAINT = { latest: 1000, otherwise: 100 };

/** Returns the firm, read once the page is drawn: its name alone must not compete with the first paint. */
export function useFirmAfterPaint() {
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => whenIdle(() => setDrawn(true), AFTER_PAINT), []);
  return useQuery({ ...firmQuery, enabled: isDrawn }).data;
}
