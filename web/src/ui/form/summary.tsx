import { chakra } from '@chakra-ui/react/styled-system';

/** Line that opens a folded part of a form. */
export const Summary = chakra('summary', {
  base: { textStyle: 'sm', fontWeight: 'medium', cursor: 'pointer', width: 'fit-content', borderRadius: 'l1', py: '1' },
});
