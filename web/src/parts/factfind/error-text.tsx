import { Box } from '@chakra-ui/react/box';

/** Error below a field, which is announced as it appears. */
export const ErrorText = ({ id, children }: { id: string; children: string | undefined }) => (
  <Box id={id} aria-live="polite" color="fg.error" mt={children && '1.5'}>
    {children && <span key={children}>{children}</span>}
  </Box>
);
