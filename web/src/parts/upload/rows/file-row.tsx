import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react';
import type { ReactNode } from 'react';
import { displayName } from '#shared/rules/documents.ts';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { isLarge, type QueuedFile, type UploadState } from '../queued-file.ts';
import { fractionOf, joined, labelOf } from './words.ts';

const ICONS: Readonly<Record<UploadState['kind'], readonly [icon: typeof CircleCheck, color: string]>> = {
  preparing: [CircleDashed, 'brand.fg'],
  waiting: [CircleDashed, 'fg.subtle'],
  sending: [CircleDashed, 'brand.fg'],
  paused: [CircleDashed, 'fg.subtle'],
  done: [CircleCheck, 'green.fg'],
  failed: [CircleAlert, 'red.fg'],
};

export const UploadIcon = ({ kind }: { kind: UploadState['kind'] }) => {
  const [Icon, color] = ICONS[kind];
  return (
    <Box color={color} flexShrink="0">
      <Icon size={18} aria-hidden />
    </Box>
  );
};

interface BarProps {
  label: string;
  percent: number;
  height: '1' | '2';
}

export const UploadBar = (props: BarProps) => (
  <ProgressBar borderRadius="full" bg="bg.emphasized" overflow="hidden" transition="width 0.2s" {...props} />
);

const percentOf = (item: QueuedFile) => Math.round(fractionOf(item) * 100);

interface Props {
  item: QueuedFile;
  /** `lg` for the portal, which shows one bar for all files of a target; `xs` for staff, with a bar for each. */
  size: 'xs' | 'lg';
  /** Shown after the state. */
  details?: readonly string[];
  children?: ReactNode;
}

/** File of a queue with its state. `children` are its buttons. */
export function FileRow({ item, size, details = [], children }: Props) {
  const { state, file } = item;
  const name = displayName(file.name);
  const isSmall = size === 'xs';
  const isBelow = isSmall || isLarge(item);
  const reason = state.kind === 'failed' ? (state.reason ?? 'Not uploaded. Please try again later.') : undefined;
  const words = joined([...(isSmall && reason ? [] : [labelOf(item, !isSmall)]), ...details]);
  const label = (
    <Text textStyle={isSmall ? 'xs' : undefined} color="fg.muted" fontVariantNumeric="tabular-nums">
      {words}
    </Text>
  );
  return (
    <Box as="li" py={isSmall ? '2' : '1'} {...(isSmall && ROW_LINE)}>
      <Flex align={isBelow ? 'start' : 'center'} columnGap="2.5" wrap="wrap">
        <UploadIcon kind={state.kind} />
        <Box flex="1" minW="0">
          <Words as="p" {...(isSmall && { textStyle: 'sm', fontWeight: 'medium' })}>
            {name}
          </Words>
          {isSmall && reason && (
            <Text textStyle="xs" color="red.fg">
              {reason}
            </Text>
          )}
          {isBelow && label}
        </Box>
        {!isBelow && <Box whiteSpace="nowrap">{label}</Box>}
        {children}
      </Flex>
      {isSmall && (state.kind === 'sending' || state.kind === 'paused') && (
        <Box mt="1.5">
          <UploadBar label={`Uploading ${name}`} percent={percentOf(item)} height="1" />
        </Box>
      )}
    </Box>
  );
}

const ROW_LINE = { borderTopWidth: '1px', borderColor: 'border.muted', _first: { borderTopWidth: 0 } } as const;
