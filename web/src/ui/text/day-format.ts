import { createContext } from 'react';
import { formatDate } from '../../lib/text/format.ts';

/** How the page writes a day to who reads it: as for advisers where nothing else is set. */
export const DayFormat = createContext(formatDate);
