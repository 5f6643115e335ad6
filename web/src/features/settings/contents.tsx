import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { countOf } from '#shared/rules/counted-words.ts';
import { useScrollPadding } from '../../lib/screen/use-scroll-padding.ts';
import { useWide } from '../../lib/screen/use-wide.ts';
import { useSearch } from '../../parts/use-search.ts';
import { Input } from '../../ui/eager/controls.tsx';
import { anchorOf, FINDABLE, type Found, SECTIONS } from './sections.ts';

const Entry = chakra(Link, {
  base: {
    display: 'block',
    px: '3',
    py: '2',
    borderRadius: 'l2',
    textStyle: 'sm',
    whiteSpace: { base: 'nowrap', lg: 'normal' },
    _hover: { bg: 'bg.muted' },
    '&[aria-current]': { bg: 'bg.muted', fontWeight: 'medium' },
    focusVisibleRing: 'inside',
  },
});

function Results({ found, onChoose }: { found: readonly Found[]; onChoose: () => void }) {
  return (
    <div>
      <Text role="status" textStyle="sm" color="fg.muted" mt={{ lg: '3' }} mb="1">
        {found.length === 0 ? 'No settings found' : countOf(found.length, 'result')}
      </Text>
      <ul>
        {found.map(({ anchor, label, within }) => (
          <li key={anchor}>
            <Entry to={`#${anchor}`} whiteSpace="normal" onClick={onChoose}>
              {label}
              {within && (
                <Text as="span" display="block" textStyle="xs" color="fg.muted">
                  {within}
                </Text>
              )}
            </Entry>
          </li>
        ))}
      </ul>
    </div>
  );
}

const labelsOf = ({ label }: Found) => [label];
const textsOf = ({ texts }: Found) => texts;

/** Height of the list at the top of a narrow window. */
const TOP = '3.5rem';

function Names() {
  const { hash } = useLocation();
  const current = hash.slice(1).split('.')[0];
  const list = useRef<HTMLDivElement>(null);
  // On a narrow window the list scrolls sideways.
  useEffect(() => {
    const entry = list.current?.querySelector<HTMLElement>(`[href$="#${current}"]`);
    if (entry) list.current?.scrollTo({ left: entry.offsetLeft - entry.offsetWidth });
  }, [current]);
  return (
    <Box
      ref={list}
      as="nav"
      aria-label="Sections of the settings"
      position={{ base: 'sticky', lg: 'static' }}
      top="0"
      zIndex="1"
      bg={{ base: 'bg', lg: 'transparent' }}
      mx={{ base: '-4', md: '-8', lg: '0' }}
      px={{ base: '4', md: '8', lg: '0' }}
      py={{ base: '1.5', lg: '3' }}
      borderBottomWidth={{ base: '1px', lg: '0' }}
      overflowX={{ base: 'auto', lg: 'visible' }}
    >
      <Flex as="ul" direction={{ base: 'row', lg: 'column' }} gap="0.5" listStyleType="none">
        {SECTIONS.map((info) => (
          <li key={info.title}>
            <Entry to={`#${anchorOf(info)}`} aria-current={anchorOf(info) === current ? 'location' : undefined}>
              {info.title}
            </Entry>
          </li>
        ))}
      </Flex>
    </Box>
  );
}

/** Search over all settings, and links to the sections, which stay in view. */
export function Contents() {
  const [typed, setTyped] = useState('');
  const named = useSearch(FINDABLE, typed, labelsOf);
  const all = useSearch(FINDABLE, typed, textsOf);
  const found = [...new Set([...named, ...all])];
  const navigate = useNavigate();
  useScrollPadding({ top: useWide('lg') ? '' : TOP });
  const choose = () => setTyped('');
  const openFirst = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const [first] = found;
    if (!first || typed === '') return;
    void navigate(`#${first.anchor}`);
    choose();
  };
  return (
    <Box display={{ base: 'contents', lg: 'block' }} position="sticky" top="4" data-screen-only>
      <search>
        <form onSubmit={openFirst}>
          <Input
            type="search"
            aria-label="Search settings"
            placeholder="Search settings..."
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </form>
      </search>
      {typed.trim() === '' ? <Names /> : <Results found={found} onChoose={choose} />}
    </Box>
  );
}
