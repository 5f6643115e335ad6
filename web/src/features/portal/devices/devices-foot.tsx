import { Box } from '@chakra-ui/react/box';
import { useRef } from 'react';
import { useLazy } from '../../../lib/lazy/use-lazy.ts';
import { useSeen } from '../../../ui/feedback/use-seen.ts';
import { ANCHORS } from '../anchors.ts';

const load = () => import('./own-devices.tsx');

/** The foot of the page, where the client's devices are listed once somebody has come so far; most clients have none. */
export function DevicesFoot() {
  const foot = useRef<HTMLDivElement>(null);
  const OwnDevices = useLazy(load, useSeen(foot));
  return (
    <Box ref={foot} id={ANCHORS.devices} minH="1px" scrollMarginTop="4">
      {OwnDevices && <OwnDevices />}
    </Box>
  );
}
