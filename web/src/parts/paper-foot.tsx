import { Box } from '@chakra-ui/react/box';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import type { FirmSettings } from '#shared/contract/firm.ts';
import { legalLines } from '#shared/rules/legal-lines.ts';
import { dotted } from '../lib/text/format.ts';
import { settingsQuery } from './settings.ts';

/** Leaves out how to complain, which may be as long as the paper. */
const linesOf = ({ legal }: FirmSettings) =>
  legalLines({ ...legal, complaints: null })
    .flat()
    .map(({ text, url }) => (url ? `${text}: ${url}` : text));

/** Legal lines of the firm, on paper only. */
export function PaperFoot() {
  const { data: lines = [] } = useQuery({ ...settingsQuery, select: linesOf });
  if (lines.length === 0) return null;
  return (
    <Box as="footer" display="none" _print={{ display: 'block' }} mt="2" pt="1" borderTopWidth="1px">
      <Text lineClamp="4" overflowWrap="anywhere" fontSize="8pt" lineHeight="short" dir="auto">
        {dotted(lines)}
      </Text>
    </Box>
  );
}
