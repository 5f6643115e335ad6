import { Outlet, ScrollRestoration } from 'react-router';
import { placeOf } from '../lib/navigation/place.ts';
import { Toaster } from '../ui/feedback/toaster.tsx';

/** What every screen has: its place on the page, and toasts. */
export const Root = () => (
  <>
    <Outlet />
    <Toaster />
    <ScrollRestoration getKey={placeOf} />
  </>
);
