import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { Outlet, ScrollRestoration } from 'react-router';
import { toasts } from './lib/notify.ts';

const toaster = () => import('./ui/toaster.tsx');
const Toaster = lazy(() => toaster().then(({ Toaster }) => ({ default: Toaster })));

/** Fetches the toaster as soon as somebody does something, so that it can still speak once the network is gone. */
function useToasterReady() {
  useEffect(() => {
    const fetched = () => void toaster().catch(() => undefined);
    const events = ['pointerdown', 'keydown'];
    for (const event of events) window.addEventListener(event, fetched, { once: true });
    return () => {
      for (const event of events) window.removeEventListener(event, fetched);
    };
  }, []);
}

function Toasts() {
  useToasterReady();
  const toast = useSyncExternalStore(toasts.subscribe, toasts.latest);
  return <Suspense>{toast && <Toaster toast={toast} />}</Suspense>;
}

/** What every screen has: its place on the page, and toasts, whose code comes with the first click or key. */
export const Root = () => (
  <>
    <Outlet />
    <Toasts />
    <ScrollRestoration />
  </>
);
