import { NextPageButton, type NextPageProps } from './next-page-button.tsx';

const LOOK = { size: 'xs', variant: 'ghost', colorPalette: 'gray' } as const;

/** Loads earlier entries of a log or a conversation. Key it by the first item, so that it passes the focus on. */
export const EarlierButton = (props: NextPageProps) => (
  <NextPageButton word="Earlier" look={LOOK} layout={{ gap: '1', pb: '3' }} {...props} />
);
