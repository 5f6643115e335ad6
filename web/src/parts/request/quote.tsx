import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { Words } from '../../ui/text/words.tsx';

/** Returns the heading of a client's answer. Files may follow it. */
export const whoseAnswer = (files: number) => (files === 0 ? 'The client doesn’t have it' : 'What the client wrote');

/** Text that somebody wrote about a request. */
export const Quote = ({ from, children }: { from: string; children: string }) => (
  <Flex as="figure" align="baseline" columnGap="2" wrap="wrap" borderStartWidth="3px" ps="2.5" mt="1" textStyle="sm">
    <Box as="figcaption" textStyle="xs" color="fg.muted">
      {from}
    </Box>
    <Box as="blockquote">
      “<Words whiteSpace="pre-wrap">{children}</Words>”
    </Box>
  </Flex>
);
