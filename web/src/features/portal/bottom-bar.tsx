import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { useScrollPadding } from '../../lib/screen/use-scroll-padding.ts';
import { PlaceLink } from './anchors.tsx';
import { useMessagesView } from './messages/full-screen.tsx';
import { PORTAL_SECTIONS, type Tab } from './sections.tsx';

/** Height of the bar, without the safe area below it. */
const HEIGHT = '3.75rem';
/** Space that the bar takes at the foot of the page. */
export const BAR_ROOM = `calc(${HEIGHT} + env(safe-area-inset-bottom))`;

/**
 * With large text the labels need two rows and leave no room for icons. 19.5rem is four times the longest label with
 * its margins.
 */
const NARROW = '@container (max-width: 19.5rem)';

const ITEM = {
  position: 'relative',
  flex: '1 1 25%',
  height: HEIGHT,
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '0.5',
  textStyle: 'sm',
  fontWeight: 'medium',
  outlineOffset: '-3px !important',
  css: { [NARROW]: { flexBasis: '50%', height: `calc(${HEIGHT} / 2)`, '& > svg': { display: 'none' } } },
} as const;

const Dot = () => (
  <Box
    aria-hidden
    position="absolute"
    top="1.5"
    insetInlineStart="calc(50% + 0.5rem)"
    boxSize="3"
    borderRadius="full"
    borderWidth="2px"
    borderColor="bg.surface"
    bg="brand.solid"
    css={{ [NARROW]: { top: '1', insetInlineStart: 'auto', insetInlineEnd: '1' } }}
  />
);

const noBadge = () => undefined;

/** Link to a section. News is a dot, with words for screen readers. */
function BarLink({ id, tab }: { id: string; tab: Tab }) {
  const { label, icon: Icon, Link, useBadge = noBadge } = tab;
  const badge = useBadge();
  const words = (
    <>
      <Icon size={22} aria-hidden />
      {label}
      {badge && (
        <>
          <Dot />
          <Text as="span" srOnly>
            {`, ${badge}`}
          </Text>
        </>
      )}
    </>
  );
  return Link ? (
    <Link {...ITEM}>{words}</Link>
  ) : (
    <PlaceLink to={id} {...ITEM}>
      {words}
    </PlaceLink>
  );
}

/** Tabs of the main sections, within reach of the thumb, while the page has one column. */
export function BottomBar() {
  const { isWide, isOpen: isWriting } = useMessagesView();
  useScrollPadding(isWide ? {} : { bottom: '5.5rem', belowToasts: isWriting ? '6rem' : HEIGHT });
  return (
    <Flex
      as="nav"
      aria-label="On this page"
      hideFrom="lg"
      position="fixed"
      insetX="0"
      bottom="0"
      zIndex="docked"
      bg="bg.surface"
      borderTopWidth="1px"
      wrap="wrap"
      containerType="inline-size"
      pb="env(safe-area-inset-bottom)"
    >
      {PORTAL_SECTIONS.map(({ id, tab }) => tab && <BarLink key={id} id={id} tab={tab} />)}
    </Flex>
  );
}
