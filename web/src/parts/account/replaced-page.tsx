import { Button } from '@chakra-ui/react/button';
import { Center } from '@chakra-ui/react/center';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Account } from '../../lib/http/session-events.ts';
import { Title } from '../../ui/eager/title.tsx';
import { Words } from '../../ui/text/words.tsx';
import { meQuery } from './me.ts';

const TITLE = 'Signed In with Another Account';

/** Replaces a page whose account is no longer the one that is signed in. Its text stays in its owner's drafts. */
export default function ReplacedPage({ other: { name } }: { other: Partial<Account> }) {
  const owner = useQueryClient().getQueryData(meQuery.queryKey)?.name;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <Center as="main" minH="100dvh" px="4" py="10">
      <Flex
        ref={box}
        role="alert"
        tabIndex={-1}
        outline="none"
        direction="column"
        align="center"
        textAlign="center"
        gap="3"
      >
        <Title>{TITLE}</Title>
        <chakra.h1 textStyle={{ base: '2xl', md: '3xl' }}>{TITLE}</chakra.h1>
        <Text maxW="md">
          {name === undefined ? (
            <span key="unnamed">Somebody else is now signed in in another window.</span>
          ) : (
            <span key="named">
              <span>You are now signed in as</span> <Words>{name}</Words> <span>in another window.</span>
            </span>
          )}{' '}
          {owner !== undefined && (
            <span>
              <span>This page was opened by</span> <Words>{owner}</Words>
              <span>, and sends nothing any more.</span>
            </span>
          )}
        </Text>
        <Button mt="3" onClick={() => window.location.reload()}>
          Reload
        </Button>
      </Flex>
    </Center>
  );
}
