import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { useFocusFallback } from '../../lib/screen/use-focus-fallback.ts';

interface Props {
  text: string;
  onReload: () => void;
}

/** Says that somebody else saved meanwhile, and offers to show theirs instead of what was typed. */
export const ChangedMeanwhile = ({ text, onReload }: Props) => (
  <Flex
    role="alert"
    align="center"
    justify="space-between"
    gap="3"
    wrap="wrap"
    bg="yellow.subtle"
    color="yellow.fg"
    borderRadius="l2"
    px="3"
    py="2"
    textStyle="sm"
  >
    <span>{text}</span>
    <Button ref={useFocusFallback()} size="xs" variant="outline" colorPalette="gray" onClick={onReload}>
      Reload
    </Button>
  </Flex>
);
