import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { ThemeToggle } from '../../ui/theme-toggle.tsx';
import { Title } from '../../ui/title.tsx';
import { Wordmark } from '../../ui/wordmark.tsx';

/** The frame of the portal: whose it is, the theme, the way out. */
export const PortalFrame = ({ title, children }: { title: string; children: ReactNode }) => (
  <Flex direction="column" minH="100dvh">
    <Title>{title}</Title>
    <Box as="header" bg="bg.surface">
      <Flex maxW="6xl" mx="auto" px={{ base: '4', md: '8' }} py="2.5" align="center" justify="space-between" gap="2">
        <Wordmark />
        <Flex align="center" gap="1" flexShrink="0">
          <ThemeToggle />
          <Button asChild variant="ghost" colorPalette="gray" size="sm" px={{ base: '2', sm: '3' }}>
            <Link to={paths.login}>
              <ArrowLeft aria-hidden />
              Back to Login
            </Link>
          </Button>
        </Flex>
      </Flex>
    </Box>
    <Box as="main" flex="1">
      {children}
    </Box>
  </Flex>
);
