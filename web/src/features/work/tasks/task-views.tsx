import { useLocation } from 'react-router';
import { TASK_SCREENS } from '../../../parts/screens.ts';
import { PageTabs } from '../../../ui/layout/page-tabs.tsx';

/** Tabs of both task pages. They keep the search and the chosen adviser. */
export function TaskViews() {
  const { search } = useLocation();
  return (
    <PageTabs label="Tasks" pages={TASK_SCREENS.map(({ label, to }) => ({ label, to: { pathname: to, search } }))} />
  );
}
