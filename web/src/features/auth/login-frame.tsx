import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import type { ReactNode } from 'react';
import { AuthFrame } from './auth-frame.tsx';

interface Props {
  title: string;
  text: string;
  /** What is said before all else. */
  notice?: ReactNode;
  children: ReactNode;
}

/** The card of signing in, on each of its pages (product 1). */
export const LoginFrame = ({ title, text, notice, children }: Props) => (
  <AuthFrame
    title={title}
    tagline="Making Personal Finance Simple"
    note="Clients reach their journey through unique secure links provided by their adviser."
  >
    {notice}
    <chakra.h1 textStyle="2xl">{title}</chakra.h1>
    <Text color="fg.muted" mb="6">
      {text}
    </Text>
    {children}
  </AuthFrame>
);
