import { useMedia } from './use-media.ts';

/** Whether the window is wide enough for tables; as `md` of the theme. */
export const useWide = () => useMedia('(min-width: 48rem)');
