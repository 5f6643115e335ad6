import { chakra } from '@chakra-ui/react/styled-system';

export const Dash = ({ children }: { children: string }) => (
  <>
    <span aria-hidden>–</span>
    <chakra.span srOnly>{children}</chakra.span>
  </>
);
