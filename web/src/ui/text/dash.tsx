import { chakra } from '@chakra-ui/react/styled-system';

/** Dash for an empty cell, with words for screen readers. */
export const Dash = ({ children }: { children: string }) => (
  <>
    <span aria-hidden>–</span>
    <chakra.span srOnly>{children}</chakra.span>
  </>
);
