import { Button } from '@chakra-ui/react/button';
import { Center } from '@chakra-ui/react/center';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { Link } from 'react-router';
import { paths } from '../lib/navigation/paths.ts';
import { PlainFrame } from '../ui/layout/plain-frame.tsx';

export const Component = () => (
  <PlainFrame title="404 Page Not Found">
    <Center flexDirection="column" textAlign="center" gap="3" px="4" pb="24">
      <chakra.h1 textStyle={{ base: '3xl', md: '4xl' }}>404 Page Not Found</chakra.h1>
      <Text color="fg.muted" maxW="md">
        There is nothing at this address. Please check the link, or start again from the beginning.
      </Text>
      <Button asChild mt="3">
        <Link to={paths.login}>Go to the Start Page</Link>
      </Button>
    </Center>
  </PlainFrame>
);
