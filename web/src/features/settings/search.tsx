import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { type SubmitEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { countOf } from '#shared/rules/counted-words.ts';
import { useSearch } from '../../parts/use-search.ts';
import { Input } from '../../ui/eager/controls.tsx';
import { FINDABLE, type Findable } from './sections.ts';

const Entry = chakra(Link, {
  base: {
    display: 'block',
    px: '3',
    py: '2',
    borderRadius: 'l2',
    textStyle: 'sm',
    _hover: { bg: 'bg.muted' },
    focusVisibleRing: 'inside',
  },
});

function Results({ found, onChoose }: { found: readonly Findable[]; onChoose: () => void }) {
  return (
    <div>
      <Text role="status" textStyle="sm" color="fg.muted" mt="3" mb="1">
        {found.length === 0 ? 'No settings found' : countOf(found.length, 'result')}
      </Text>
      <ul>
        {found.map(({ anchor, label, within }) => (
          <li key={anchor}>
            <Entry to={`#${anchor}`} onClick={onChoose}>
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

const labelsOf = ({ label }: Findable) => [label];
const textsOf = ({ texts }: Findable) => texts;

/** Search over all settings and sections. */
export function SettingsSearch() {
  const [typed, setTyped] = useState('');
  const named = useSearch(FINDABLE, typed, labelsOf);
  const all = useSearch(FINDABLE, typed, textsOf);
  const found = [...new Set([...named, ...all])];
  const navigate = useNavigate();
  const choose = () => setTyped('');
  const openFirst = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const [first] = found;
    if (!first || typed === '') return;
    void navigate(`#${first.anchor}`);
    choose();
  };
  return (
    <Box mb="5" data-screen-only>
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
      {typed.trim() !== '' && <Results found={found} onChoose={choose} />}
    </Box>
  );
}
