import { Center } from '@chakra-ui/react/center';
import { Spinner } from '@chakra-ui/react/spinner';

/** Stands in for a page whose code or data is on its way. */
export const PageLoading = ({ label = 'Loading...' }: { label?: string }) => (
  <Center role="status" gap="3" minH="60vh" color="fg.muted">
    <Spinner size="sm" color="brand.solid" aria-hidden />
    {label}
  </Center>
);
