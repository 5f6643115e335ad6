import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useId } from 'react';
import { FoldArrow } from '../../ui/layout/fold-arrow.tsx';

const Trigger = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: 'min({spacing.2.5}, 2.5vw)',
    width: 'full',
    minH: '9',
    px: 'min({spacing.2}, 2vw)',
    py: '1',
    ms: 'calc(-1 * min({spacing.2}, 2vw))',
    textAlign: 'start',
    fontWeight: 'medium',
    cursor: 'pointer',
    borderRadius: 'l2',
    scrollMarginTop: '4',
    _hover: { bg: 'bg.muted' },
    focusVisibleRing: 'inside',
  },
});

interface Props {
  /** Id of the button, as a target of links. */
  anchor?: string;
  open: boolean;
  onToggle: () => void;
  /** Content of the button. */
  summary: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** Accordion item. Several items can be open together. */
export function Disclosure({ anchor, open, onToggle, summary, actions, children }: Props) {
  const id = useId();
  return (
    <Box borderTopWidth="1px" _first={{ borderTopWidth: 0 }}>
      <Flex align="center" columnGap="2" wrap="wrap">
        <Box as="h3" flex="1 1 16rem" minW="0">
          <Trigger
            id={anchor}
            type="button"
            aria-expanded={open}
            aria-controls={open ? id : undefined}
            onClick={onToggle}
          >
            <FoldArrow isOpen={open} />
            {summary}
          </Trigger>
        </Box>
        {actions && (
          <Flex align="center" gap="1" wrap="wrap" ps={{ base: '7', sm: '0' }} pb={{ base: '1.5', sm: '0' }}>
            {actions}
          </Flex>
        )}
      </Flex>
      {open && (
        <Box id={id} pb="3" ps={{ base: '0', sm: '6' }}>
          {children}
        </Box>
      )}
    </Box>
  );
}
