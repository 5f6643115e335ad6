import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { MonitorSmartphone } from 'lucide-react';
import { type ReactNode, use } from 'react';
import type { Device } from '#shared/contract/devices.ts';
import { useFocusFallback } from '../../lib/screen/use-focus-fallback.ts';
import { DOT } from '../../lib/text/format.ts';
import { ConfirmButton } from '../../ui/feedback/confirm-button.tsx';
import { DayFormat, RelativeTime } from '../../ui/text/relative-time.tsx';
import { Words } from '../../ui/text/words.tsx';

const BY: Record<Device['by'], string> = { code: 'by email', phone: 'by phone' };

interface Props<D extends Device> {
  devices: readonly D[];
  badgeOf?: (device: D) => ReactNode;
  warningOf: (device: D) => string;
  onRemove: (id: string) => Promise<unknown>;
}

function DeviceRow<D extends Device>({
  device,
  badgeOf,
  warningOf,
  onRemove,
}: Omit<Props<D>, 'devices'> & { device: D }) {
  const { id, label, by, confirmedAt, lastAt } = device;
  return (
    <Flex
      as="li"
      align="center"
      columnGap="3"
      rowGap="1"
      wrap="wrap"
      py="3"
      borderTopWidth="1px"
      _first={{ borderTopWidth: '0' }}
    >
      <Box color="brand.fg" flexShrink="0">
        <MonitorSmartphone aria-hidden />
      </Box>
      <Box flex="1 1 12rem" minW="0">
        <Flex align="center" columnGap="2" wrap="wrap">
          <Words as="span" fontWeight="medium">
            {label}
          </Words>
          {badgeOf?.(device)}
        </Flex>
        <Text color="fg.muted" textStyle="sm">
          <span>{`Confirmed ${use(DayFormat)(confirmedAt)} ${BY[by]}${DOT}last opened`}</span>{' '}
          <RelativeTime value={lastAt} />
        </Text>
      </Box>
      <ConfirmButton
        ref={useFocusFallback()}
        size="xs"
        variant="outline"
        colorPalette="gray"
        aria-label={`Remove ${label}`}
        question={{ title: `Remove ${label}?`, text: warningOf(device), confirm: 'Remove', busy: 'Removing...' }}
        onConfirm={() => onRemove(id)}
      >
        Remove
      </ConfirmButton>
    </Flex>
  );
}

export const DeviceList = <D extends Device>({ devices, ...line }: Props<D>) => (
  <Box as="ul" listStyleType="none">
    {devices.map((device) => (
      <DeviceRow key={device.id} device={device} {...line} />
    ))}
  </Box>
);
