import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { FIRM_NAME } from '../../../lib/http/firm.ts';
import { paths } from '../../../lib/navigation/paths.ts';
import { useFirmAfterPaint } from '../../../parts/firm.ts';
import { ThemeToggle } from '../../../ui/eager/theme-toggle.tsx';
import { Title, TitleContext } from '../../../ui/eager/title.tsx';
import { Wordmark } from '../../../ui/eager/wordmark.tsx';
import { EDGE } from '../../../ui/layout/edge.ts';
import { Sheet } from '../../../ui/layout/sheet.tsx';

const STEPS = [0, 1, 2, 3, 4, 5, 6];

/** Bars for the journey's seven stages, rising from left to right. */
const Steps = () => (
  <Flex aria-hidden align="end" justify="space-between" maxW="md" height="full">
    {STEPS.map((step) => (
      <Box
        key={step}
        width="3px"
        borderRadius="full"
        height={`${28 + step * 12}%`}
        bg="fg.onInk"
        opacity={0.25 + step * 0.125}
      />
    ))}
  </Flex>
);

const Band = ({ tagline, note }: { tagline: string; note?: string }) => (
  <Flex
    as="header"
    direction="column"
    justify="space-between"
    gap={{ base: '4', lg: '10' }}
    bg="bg.ink"
    color="fg.onInk"
    px={{ base: '5', lg: '14' }}
    py={{ base: '5', lg: '12' }}
    width={{ lg: '46%' }}
    minH={{ lg: '100dvh' }}
  >
    <Box position="absolute" top="4" insetEnd="4">
      <ThemeToggle
        size="lg"
        px="0"
        color={{ base: 'fg.onInk', lg: 'fg' }}
        _hover={{ bg: { base: 'brand.solid', lg: 'bg.muted' } }}
      />
    </Box>
    <Wordmark />
    <Box flex="1" maxH="20rem" display={{ base: 'none', lg: 'block' }}>
      <Steps />
    </Box>
    <Box>
      <Text fontFamily="heading" textStyle={{ base: '2xl', lg: '5xl' }} lineHeight="1.15" textWrap="balance">
        {tagline}
      </Text>
      {note && (
        <Text
          mt={{ base: '2', lg: '5' }}
          color="fg.onInkMuted"
          maxW="md"
          textStyle={{ base: 'sm', lg: 'md' }}
          textWrap="balance"
        >
          {note}
        </Text>
      )}
    </Box>
  </Flex>
);

/** Focuses the first field, except on touch screens, where a keyboard would cover the page. */
const focusFirstField = (card: HTMLElement | null) => {
  if (window.matchMedia('(pointer: fine)').matches)
    card?.querySelector<HTMLElement>('input:not([tabindex="-1"])')?.focus();
};

export interface Card {
  title: string;
  text: string;
  notice?: ReactNode;
  children?: ReactNode;
}

interface Props extends Card {
  tagline: string;
  note?: string;
}

/** Provides the firm's name. Separate, so that the form is not drawn again when the name arrives. */
function Firm({ children }: { children: ReactNode }) {
  const firm = useFirmAfterPaint();
  return <TitleContext value={{ first: '', firm: firm?.name ?? FIRM_NAME }}>{children}</TitleContext>;
}

/** Frame of the screens before sign-in: the tagline on a dark band, the form next to it. */
function AuthFrame({ title, text, notice, tagline, note, children }: Props) {
  return (
    <Firm>
      <Flex position="relative" direction={{ base: 'column', lg: 'row' }} minH="100dvh">
        <Title>{title}</Title>
        <Band tagline={tagline} note={note} />
        <Flex direction="column" flex="1">
          <Flex as="main" flex="1" justify="center" align={{ lg: 'center' }} px={EDGE} py={{ base: '6', lg: '10' }}>
            <Sheet
              ref={focusFirstField}
              width="full"
              maxW="md"
              height="fit-content"
              px={{ base: 'min({spacing.5}, 6vw)', md: '8' }}
              py={{ base: '6', md: '8' }}
            >
              {notice}
              <chakra.h1 textStyle="2xl">{title}</chakra.h1>
              <Text color="fg.muted" mb="6" textWrap="balance">
                {text}
              </Text>
              {children}
            </Sheet>
          </Flex>
        </Flex>
      </Flex>
    </Firm>
  );
}

export const MailedLinkFrame = ({ children, ...card }: Card) => (
  <AuthFrame {...card} tagline="Committed to your finances">
    <Grid gap="4">
      {children}
      <Button asChild size="lg" variant="ghost" colorPalette="gray">
        <Link to={paths.login}>Back to Login</Link>
      </Button>
    </Grid>
  </AuthFrame>
);

export const LoginFrame = (card: Card) => (
  <AuthFrame
    {...card}
    tagline="Making Personal Finance Simple"
    note="Clients reach their journey through unique secure links provided by their adviser."
  />
);
