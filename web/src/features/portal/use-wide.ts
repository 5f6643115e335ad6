import { useMedia } from '../../lib/use-media.ts';

/** Whether there is room for two columns, as `lg` of the theme; where there is not, messages have a view of their own. */
export const useWide = () => useMedia('(min-width: 64rem)');
