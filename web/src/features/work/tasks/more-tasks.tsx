import type { Earlier } from '../../../ui/feedback/earlier-button.tsx';
import { MoreButton } from '../../../ui/feedback/more-button.tsx';

interface Props {
  list: Pick<Earlier, 'isFetchNextPageError' | 'error' | 'fetchNextPage'>;
  /** Number of tasks that are listed. */
  shown: number;
}

/** Button of the next page of tasks. Passes the focus on to the last task that was listed. */
export const MoreTasks = ({ list, shown }: Props) => (
  <MoreButton
    key={shown}
    noun="tasks"
    list={list}
    next={() => [...document.querySelectorAll<HTMLElement>('[data-tasks] [data-row-link]')].at(-1) ?? null}
  />
);
