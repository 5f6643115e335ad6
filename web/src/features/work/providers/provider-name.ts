import { chakra } from '@chakra-ui/react/styled-system';

/** Name of a provider that opens its details. */
export const ProviderName = chakra('button', {
  base: { textAlign: 'start', cursor: 'pointer', borderRadius: 'l1', _hover: { textDecoration: 'underline' } },
});
