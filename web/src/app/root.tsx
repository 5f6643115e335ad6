import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Text } from '@chakra-ui/react/text';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Outlet, ScrollRestoration } from 'react-router';
import { type Toast, toasts } from '../lib/notify.ts';
import { useLazy } from '../lib/use-lazy.ts';
import { Sheet } from '../ui/sheet.tsx';

const toaster = () => import('../ui/toaster.tsx').then(({ Toaster }) => ({ default: Toaster }));

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

/** Says what a toast would, where the network went before the code of toasts had come. */
const PlainToast = ({ title, description, reason, onClose }: Toast & { onClose: () => void }) => (
  <Box position="fixed" bottom="4" insetEnd="4" zIndex="toast" maxW="min(420px, calc(100vw - 2rem))">
    <Sheet role="alert" px="4" py="3" boxShadow="lg">
      <Text fontWeight="semibold">{title}</Text>
      <Text>{description}</Text>
      <Text>{reason}</Text>
      <Button size="xs" variant="outline" mt="2" onClick={onClose}>
        Close notification
      </Button>
    </Sheet>
  </Box>
);

function Toasts() {
  useToasterReady();
  const toast = useSyncExternalStore(toasts.subscribe, toasts.latest);
  const [missed, setMissed] = useState<Toast>();
  const Toaster = useLazy(toaster, toast, () => setMissed(toast));
  if (Toaster && toast) return <Toaster toast={toast} />;
  return missed && <PlainToast {...missed} onClose={() => setMissed(undefined)} />;
}

/** What every screen has: its place on the page, and toasts, whose code comes with the first click or key. */
export const Root = () => (
  <>
    <Outlet />
    <Toasts />
    <ScrollRestoration />
  </>
);
