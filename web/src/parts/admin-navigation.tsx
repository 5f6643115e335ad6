import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { NavLink } from 'react-router';
import { TAB } from '../ui/layout/tab-style.ts';
import { ADMIN_SCREENS } from './screens.ts';

const Tab = chakra(NavLink, { base: { ...TAB, py: '2' } });

export const AdminNavigation = () => (
  <Flex as="nav" aria-label="Admin" columnGap="6" wrap="wrap" borderBottomWidth="1px" mb="6">
    {ADMIN_SCREENS.map(({ label, to }) => (
      <Tab key={to} to={to} end mb="-1px">
        {label}
      </Tab>
    ))}
  </Flex>
);
