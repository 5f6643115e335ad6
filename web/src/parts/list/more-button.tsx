import { NextPageButton, type NextPageProps } from '../../ui/feedback/next-page-button.tsx';

const LOOK = { size: 'sm', variant: 'outline', 'data-screen-only': true } as const;

/** Loads the next page at the foot of a list. Key it by the number of items, so that it passes the focus on. */
export const MoreButton = (props: NextPageProps) => (
  <NextPageButton word="More" look={LOOK} layout={{ gap: '2', mt: '5' }} {...props} />
);
