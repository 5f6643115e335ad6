import { chakra } from '@chakra-ui/react/styled-system';
import { useSearchParams } from 'react-router';
import { ADVISER, GROUPED_BY, TEXT } from '../../parts/filter/address-filter.ts';
import { WORK_SCREENS } from '../../parts/screens.ts';
import { PageTabs } from '../../ui/layout/page-tabs.tsx';

type Path = (typeof WORK_SCREENS)[number]['to'];

/** Has a fixed width of two digits, so that other tabs stay in place when the number comes. */
const Count = chakra('span', {
  base: { display: 'inline-block', minW: '2ch', fontVariantNumeric: 'tabular-nums' },
});

interface Props {
  /** Rows of those lists that the page reads; undefined until they are read. */
  lists: { readonly [P in Path]?: readonly { adviserId: string }[] | undefined };
}

/** Tabs of the work pages, with the length of the lists that are read anyway. They keep adviser and search. */
export function WorkTabs({ lists }: Props) {
  const [params] = useSearchParams();
  const adviser = params.get(ADVISER);
  const kept = [ADVISER, TEXT, GROUPED_BY].flatMap((name) => {
    const value = params.get(name);
    return value ? [[name, value]] : [];
  });
  const search = new URLSearchParams(kept).toString();
  const pages = WORK_SCREENS.map(({ label, to }) => ({
    label,
    to: { pathname: to, search },
    count: to in lists && (
      <Count>{lists[to]?.filter(({ adviserId }) => !adviser || adviserId === adviser).length}</Count>
    ),
  }));
  return <PageTabs label="Work" pages={pages} />;
}
