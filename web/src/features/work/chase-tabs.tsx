import { useSearchParams } from 'react-router';
import { ADVISER } from '../../parts/filter/address-filter.ts';
import { CHASE_SCREENS } from '../../parts/screens.ts';
import { PageTabs } from '../../ui/layout/page-tabs.tsx';

/** Tabs of the chase pages. They keep the chosen adviser. */
export function ChaseTabs() {
  const [params] = useSearchParams();
  const adviser = params.get(ADVISER);
  const search = adviser ? `?${new URLSearchParams({ [ADVISER]: adviser })}` : '';
  return (
    <PageTabs label="Chase" pages={CHASE_SCREENS.map(({ label, to }) => ({ label, to: { pathname: to, search } }))} />
  );
}
