import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { NavLink, type To } from 'react-router';
import { TAB } from './tab-style.ts';

const Tab = chakra(NavLink, { base: { ...TAB, py: '2', whiteSpace: 'normal' } });

interface Props {
  label: string;
  pages: readonly { label: string; to: To; count?: ReactNode }[];
}

/** Links between the pages of one screen, at the top of each. */
export const PageTabs = ({ label, pages }: Props) => (
  <Flex as="nav" aria-label={label} columnGap="6" wrap="wrap" borderBottomWidth="1px" mb="6">
    {pages.map(({ label: name, to, count }) => (
      <Tab key={name} to={to} end mb="-1px">
        {name} {count}
      </Tab>
    ))}
  </Flex>
);
