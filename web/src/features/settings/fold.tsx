import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { useLocation } from 'react-router';
import { Badge } from '../../ui/feedback/badge.tsx';
import { EDGE } from '../../ui/layout/edge.ts';
import { FoldArrow } from '../../ui/layout/fold-arrow.tsx';

const Trigger = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    width: 'full',
    py: '4',
    textAlign: 'start',
    cursor: 'pointer',
    borderRadius: 'l2',
    _hover: { color: 'brand.fg' },
    focusVisibleRing: 'outside',
  },
});

/** Returns the control of a setting, or the heading of its section while the setting has none. */
function controlOf(path: string, section: HTMLElement) {
  const named = [...section.querySelectorAll<HTMLInputElement>('input')].filter(
    ({ name }) => name === path || name === `${path}.choice`,
  );
  return (
    document.getElementById(path) ??
    named.find(({ type, checked }) => type !== 'radio' || checked) ??
    section.querySelector('button')
  );
}

/** Scrolls to a section or to the control of a setting in it, and focuses that. */
function reach(hash: string, section: HTMLElement) {
  const path = hash.slice(1);
  const control = path === section.id ? section.querySelector('button') : controlOf(path, section);
  const folded = control?.closest('details');
  if (folded) folded.open = true;
  if (path === section.id) section.scrollIntoView({ block: 'start' });
  else control?.scrollIntoView({ block: 'center' });
  control?.focus({ preventScroll: true });
}

interface Props {
  /** Id of the section, to which links lead. */
  anchor: string;
  title: string;
  about: readonly string[];
  state: string | undefined;
  isChanged: boolean;
  children: ReactNode;
}

/** Section that opens in place. Once opened it stays mounted, so that a save can end after it was closed. */
export function Fold({ anchor, title, about, state, isChanged, children }: Props) {
  const id = useId();
  const { hash, key } = useLocation();
  const [isOpen, setOpen] = useState(isChanged);
  const [wasOpen, setWasOpen] = useState(isOpen);
  const [lastArrival, setLastArrival] = useState<string>();
  const arrival = hash === `#${anchor}` || hash.startsWith(`#${anchor}.`) ? key : undefined;
  if (arrival !== lastArrival) {
    setLastArrival(arrival);
    if (arrival !== undefined) setOpen(true);
  }
  if (isOpen && !wasOpen) setWasOpen(true);
  useEffect(() => {
    const section = document.getElementById(anchor);
    if (arrival !== undefined && section) reach(hash, section);
  }, [arrival, hash, anchor]);
  return (
    <Box
      as="section"
      id={anchor}
      aria-labelledby={`${id}-title`}
      tabIndex={-1}
      outline="none"
      px={{ base: EDGE, md: '6' }}
      borderTopWidth="1px"
      _first={{ borderTopWidth: '0' }}
    >
      <h2>
        <Trigger
          type="button"
          aria-expanded={isOpen}
          aria-controls={wasOpen ? id : undefined}
          aria-labelledby={`${id}-title`}
          aria-describedby={`${id}-state`}
          onClick={() => setOpen(!isOpen)}
        >
          <Box flex="1" minW="0">
            <Flex columnGap="2" rowGap="1" align="center" wrap="wrap">
              <Text as="span" id={`${id}-title`} textStyle="md" fontWeight="semibold">
                {title}
              </Text>
              {isChanged && <Badge tone="yellow">Not saved</Badge>}
            </Flex>
            <Text
              as="span"
              id={`${id}-state`}
              display="block"
              textStyle="sm"
              color="fg.muted"
              overflowWrap="anywhere"
              fontFamily="body"
              fontWeight="normal"
            >
              {state}
            </Text>
          </Box>
          <FoldArrow isOpen={isOpen} />
        </Trigger>
      </h2>
      {wasOpen && (
        <Box id={id} hidden={!isOpen} pb="6">
          <Box textStyle="sm" color="fg.muted" display="grid" gap="1" mb="5">
            {about.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </Box>
          {children}
        </Box>
      )}
    </Box>
  );
}
