import { AuthFrame, type Card } from './auth-frame.tsx';

/** The card of signing in, on each of its pages (product 1). */
export const LoginFrame = (card: Card) => (
  <AuthFrame
    {...card}
    tagline="Making Personal Finance Simple"
    note="Clients reach their journey through unique secure links provided by their adviser."
  />
);
