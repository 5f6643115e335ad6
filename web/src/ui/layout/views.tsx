import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Link, type To } from 'react-router';

const View = chakra(Link, {
  base: {
    px: '3',
    py: '1',
    borderRadius: 'full',
    textStyle: 'sm',
    fontWeight: 'medium',
    color: 'fg.muted',
    _hover: { color: 'fg' },
    _active: { bg: 'bg.emphasized' },
    _currentPage: { bg: { base: 'bg.surface', _dark: 'bg.emphasized' }, color: 'fg', boxShadow: 'xs' },
  },
});

interface Props {
  label: string;
  views: readonly { label: string; to: To; current: boolean }[];
  /** Set if Back should skip these views. */
  replace?: boolean;
}

export const Views = ({ label, views, replace }: Props) => (
  <Flex as="nav" aria-label={label} gap="1" p="1" bg="bg.muted" borderRadius="1.25rem" wrap="wrap">
    {views.map(({ label, to, current }) => (
      <View
        key={label}
        to={to}
        replace={replace}
        preventScrollReset={replace}
        aria-current={current ? 'page' : undefined}
      >
        {label}
      </View>
    ))}
  </Flex>
);
