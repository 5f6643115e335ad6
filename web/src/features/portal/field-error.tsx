import { Text } from '@chakra-ui/react/text';

/** Error of a field, which is announced as it appears. */
export const FieldError = ({ id, children }: { id: string; children: string | undefined }) => (
  <Text id={id} role="alert" color="fg.error">
    {children && <span key={children}>{children}</span>}
  </Text>
);
