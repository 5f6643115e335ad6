import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { ExternalLink, Phone } from 'lucide-react';
import { memo, useDeferredValue } from 'react';
import type { LoaOnBoard } from '#shared/contract/loas.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import type { BoardView } from '#shared/rules/loas.ts';
import { phoneLink } from '../../../lib/text/contact-links.ts';
import { DOT } from '../../../lib/text/format.ts';
import { useTicks } from '../../../parts/selection/selection-store.ts';
import { Tick } from '../../../ui/form/tick.tsx';
import { EDGE } from '../../../ui/layout/edge.ts';
import { Sheet } from '../../../ui/layout/sheet.tsx';
import { Table, Th } from '../../../ui/layout/table.tsx';
import { Words } from '../../../ui/text/words.tsx';
import type { ProviderLetters } from './board.ts';
import type { LetterActs } from './letter-menu.ts';
import { LETTER_ROW_WIDTH, ToSendRow, WaitingRow } from './letter-row.tsx';
import { ProviderName } from './provider-name.ts';
import { usualTime } from './response-times.tsx';

const ContactLink = chakra('a', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    color: 'fg.muted',
    borderRadius: 'l1',
    _hover: { color: 'fg', textDecoration: 'underline' },
  },
});

/** Returns "5 letters, the oldest 23 working days". */
function countText(letters: readonly LoaOnBoard[]): string {
  const days = countOf(Math.max(...letters.map(({ workingDays }) => workingDays ?? 0)), 'working day');
  return `${countOf(letters.length, 'letter')}, ${letters.length === 1 ? '' : 'the oldest '}${days}`;
}

const Hidden = ({ children }: { children: string }) => <chakra.span srOnly>{children}</chakra.span>;

/** Ticks all letters of a provider. Renders without them. */
function TickGroup({ name, letters }: Pick<ProviderLetters, 'name' | 'letters'>) {
  const { ticked, tick } = useTicks(letters);
  const isAll = ticked === letters.length;
  return (
    <Flex as="label" boxSize="9" align="center" justify="center" flexShrink="0" cursor="pointer">
      <Hidden>Select all</Hidden>
      <Tick
        boxSize="4"
        aria-label={`Select all of ${name}`}
        checked={isAll}
        mixed={ticked > 0 && !isAll}
        onChange={tick}
      />
    </Flex>
  );
}

interface HeadProps {
  group: ProviderLetters;
  onProvider: (key: string) => void;
}

/** Provider, its phone number and portal, and how long it takes. The name opens its details. */
function Head({ group: { key, name, provider, letters }, isSent, onProvider }: HeadProps & { isSent: boolean }) {
  const { phone, portalUrl } = provider ?? {};
  const usual = provider && usualTime(provider);
  return (
    <Box flex="1" minW="0">
      <Flex columnGap="4" rowGap="1" wrap="wrap" align="baseline" textStyle="sm">
        <chakra.h2 textStyle="lg">
          <ProviderName type="button" aria-haspopup="dialog" disabled={!provider} onClick={() => onProvider(key)}>
            <Words>{name}</Words>
          </ProviderName>
        </chakra.h2>
        {phone && (
          <ContactLink key={phone} href={phoneLink(phone)}>
            <Phone size={14} aria-hidden />
            <span>{phone}</span>
          </ContactLink>
        )}
        {portalUrl && (
          <ContactLink href={portalUrl} target="_blank" rel="noopener noreferrer">
            <ExternalLink size={14} aria-hidden />
            <span>Portal</span>
          </ContactLink>
        )}
      </Flex>
      <Text textStyle="sm" color="fg.muted">
        <span>{isSent ? countText(letters) : countOf(letters.length, 'letter')}</span>
        {usual && <span>{DOT + usual}</span>}
      </Text>
    </Box>
  );
}

/** Rows that fill the first screen; the rest is rendered deferred. */
const FIRST = 10;

/** Heights of the head and of a row in rem, so that the page hardly moves once a group is drawn. */
const HEIGHTS = { head: 6.5, row: 3 };
/** Aligns the first column with the name, where no checkbox is before it. */
const ALIGNED = { '& :is(th, td):first-of-type': { paddingInlineStart: { base: EDGE, md: '5' } } };

interface Props extends HeadProps {
  view: BoardView;
  acts: LetterActs;
  today: string;
}

/** Letters with one provider. */
export const ProviderGroup = memo(function ProviderGroup({ group, view, acts, today, onProvider }: Props) {
  const { name, provider, letters } = group;
  const drawn = useDeferredValue(letters, letters.slice(0, FIRST));
  const { p50 = null, p90 = null } = provider ?? {};
  const isSent = view !== 'to-send';
  return (
    <Sheet
      as="section"
      aria-label={name}
      contentVisibility="auto"
      style={{ containIntrinsicSize: `auto ${HEIGHTS.head + letters.length * HEIGHTS.row}rem` }}
      css={isSent ? undefined : ALIGNED}
    >
      <Flex px="2" py="3" gap="2" align="start" ps={isSent ? '2' : { base: EDGE, md: '5' }}>
        {isSent && <TickGroup name={name} letters={letters} />}
        <Head group={group} isSent={isSent} onProvider={onProvider} />
      </Flex>
      <Table label={`Letters with ${name}`} dense fixed listBelow={LETTER_ROW_WIDTH}>
        <thead>
          <tr>
            {isSent && (
              <Th width="2.75rem">
                <Hidden>Select</Hidden>
              </Th>
            )}
            <Th width="22%">Client</Th>
            <Th width="5rem">Plans</Th>
            {isSent ? (
              <>
                <Th width="7rem">Sent</Th>
                <Th width="9rem">Working days</Th>
                <Th width="7rem">Next chase</Th>
              </>
            ) : (
              <Th>State</Th>
            )}
            <Th>Last step</Th>
            <Th width={view === 'today' ? '8.5rem' : '3.5rem'}>
              <Hidden>More</Hidden>
            </Th>
          </tr>
        </thead>
        <tbody>
          {drawn.map((letter) =>
            isSent ? (
              <WaitingRow key={letter.id} letter={letter} acts={acts} today={today} p50={p50} p90={p90} />
            ) : (
              <ToSendRow key={letter.id} letter={letter} acts={acts} />
            ),
          )}
        </tbody>
      </Table>
    </Sheet>
  );
});
