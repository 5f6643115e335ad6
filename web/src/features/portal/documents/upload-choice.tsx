import { Button, type ButtonProps } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Camera, Upload } from 'lucide-react';
import { isQueuedPhoto } from '../../../parts/upload/page-names.ts';
import { onTouch } from '../../../ui/theme/on-touch.ts';
import { type PortalTarget, useFilesFor, useUploader } from './uploader-context.ts';

const ONLY_TOUCH = { display: 'none', ...onTouch({ display: 'inline-flex' }) };

const BUTTON_STYLE = { variant: 'outline', size: 'lg', bg: 'bg.surface' } as const;
/** Without their icons, two or three buttons fit in one line of a phone that is 360 px wide. */
export const TIGHT = { size: 'lg', px: { base: '2', sm: '4' }, css: { '& > svg': { hideBelow: 'sm' } } } as const;
export const QUIET = { ...TIGHT, variant: 'ghost', px: '2', bg: undefined } as const;
/** Breaks words: at 200 % text size one can be wider than the button on a small phone. */
const BREAKS = { minWidth: 0, overflowWrap: 'anywhere' } as const;

interface Props {
  target: PortalTarget;
  label: string;
  /** Added to the accessible name if the label alone is ambiguous. */
  about?: string;
  look?: ButtonProps;
}

export function FilesButton({ target, label, about, look }: Props) {
  const { pick } = useUploader();
  const isRefused = useFilesFor(target).some(({ state }) => state.kind === 'failed' && !state.canRetry);
  const shownLabel = isRefused ? 'Choose Another File' : label;
  return (
    <Button {...BUTTON_STYLE} aria-label={about && `${shownLabel} ${about}`} onClick={() => pick(target)} {...look}>
      <Upload aria-hidden />
      <span style={BREAKS}>{shownLabel}</span>
    </Button>
  );
}

/** Takes a photo. Shown on touch screens only. */
export function PhotoButton({ target, look }: Pick<Props, 'target' | 'look'>) {
  const { pick } = useUploader();
  const isAnyHere = useFilesFor(target).some(isQueuedPhoto);
  const isNext = target.title !== undefined && (isAnyHere || (target.photosBefore ?? 0) > 0);
  return (
    <Button {...BUTTON_STYLE} onClick={() => pick(target, 'camera')} {...look} css={{ ...ONLY_TOUCH, ...look?.css }}>
      <Camera aria-hidden />
      <span style={BREAKS}>{isNext ? 'Take Another Photo' : 'Take a Photo'}</span>
    </Button>
  );
}

export const UploadChoice = (props: Omit<Props, 'look'>) => (
  <Flex gap="2" wrap="wrap">
    <FilesButton {...props} />
    <PhotoButton target={props.target} />
  </Flex>
);
