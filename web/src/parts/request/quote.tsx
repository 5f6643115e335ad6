import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import type { DocumentRequest } from '#shared/contract/requests.ts';
import { Words } from '../../ui/text/words.tsx';

/** Returns the heading of a client's answer. Files may follow it. */
export function answerHeading({ kind, files }: Pick<DocumentRequest, 'kind' | 'files'>): string {
  if (kind === 'facts') return 'The client would rather do this together';
  return kind === 'file' && files === 0 ? 'The client doesn’t have it' : 'What the client wrote';
}

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
