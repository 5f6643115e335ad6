import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { NavLink, type To } from 'react-router';
import { TAB } from './tab-style.ts';

const Tab = chakra(NavLink, { base: { ...TAB, py: '2', whiteSpace: 'normal' } });

/** Has a fixed width of two digits, so that other tabs stay in place when the number comes. */
const Count = chakra('span', {
  base: { display: 'inline-block', minW: '2ch', fontVariantNumeric: 'tabular-nums' },
});

interface PageTab {
  label: string;
  to: To;
  /** Number of rows of the page; undefined while it is read, left out if it is not read. */
  count?: number | undefined;
}

/** Links between the pages of one screen, at the top of each. */
export const PageTabs = ({ label, pages }: { label: string; pages: readonly PageTab[] }) => (
  <Flex as="nav" aria-label={label} columnGap="6" wrap="wrap" borderBottomWidth="1px" mb="6">
    {pages.map(({ label: name, to, ...page }) => (
      <Tab key={name} to={to} end mb="-1px">
        {name}
        {'count' in page && (
          <>
            {' '}
            <Count>{page.count}</Count>
          </>
        )}
      </Tab>
    ))}
  </Flex>
);
