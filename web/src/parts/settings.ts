import { useQuery } from '@tanstack/react-query';
import { FIRM } from '../lib/http/firm.ts';
import { read } from '../lib/query/query.ts';

/** The firm's settings. */
export const settingsQuery = read('GET /api/settings');

/** The firm's name by its settings; until they are there the name that the product was deployed with. */
export const useFirmName = (): string => useQuery({ ...settingsQuery, select: ({ firm }) => firm.name }).data ?? FIRM;
