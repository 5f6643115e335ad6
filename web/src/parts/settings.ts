import { useQuery } from '@tanstack/react-query';
import { FIRM } from '../lib/http/firm.ts';
import { read } from '../lib/query/query.ts';

export const settingsQuery = read('GET /api/settings');

/** Returns the firm's name from the settings, and the build's name until they are loaded. */
export const useFirmName = (): string => useQuery({ ...settingsQuery, select: ({ firm }) => firm.name }).data ?? FIRM;
