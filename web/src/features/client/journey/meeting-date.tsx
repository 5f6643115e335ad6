import { Flex } from '@chakra-ui/react/flex';
import { CalendarDays } from 'lucide-react';
import type { Stage } from '#shared/contract/journey.ts';
import { isMeeting } from '#shared/rules/journey.ts';
import { meetingTitle } from '#shared/rules/meetings.ts';
import { useFocusFallback } from '../../../lib/screen/use-focus-fallback.ts';
import { formatMeeting } from '../../../lib/text/meeting-time.ts';
import { lazyDialog } from '../../../ui/eager/lazy-dialog.tsx';
import { ActionButton } from '../../../ui/feedback/action-button.tsx';
import { RowDialogButton } from '../../../ui/overlay/dialog-host.tsx';
import { useClient } from '../client-context.ts';
import { changeStage } from './queries.ts';

const MeetingDialog = lazyDialog(() => import('./meeting-dialog.tsx'));

const BUTTON = { size: '2xs', px: '1.5', variant: 'ghost', colorPalette: 'gray' } as const;

const previousButton = (button: HTMLElement) =>
  button.previousElementSibling instanceof HTMLElement ? button.previousElementSibling : null;

function RemoveDate({ stage }: { stage: Stage }) {
  return (
    <ActionButton
      {...BUTTON}
      ref={useFocusFallback<HTMLButtonElement>(previousButton)}
      aria-label={`Remove Date: ${meetingTitle(stage.stageNumber)}`}
      onAction={() => changeStage(stage, { bookedFor: null })}
    >
      Remove
    </ActionButton>
  );
}

/** Date of the meeting that a sub-stage books, with buttons to set, change and remove it. */
export function MeetingDate({ stage }: { stage: Stage }) {
  const { completed } = useClient().client;
  const { bookedFor, stageNumber } = stage;
  if (!isMeeting(stageNumber)) return null;
  return (
    <Flex align="center" columnGap="1" wrap="wrap">
      {bookedFor && (
        <Flex key={bookedFor} as="span" align="center" gap="1" textStyle="xs" color="fg.muted">
          <CalendarDays size={12} aria-hidden />
          {formatMeeting(bookedFor)}
        </Flex>
      )}
      {!completed && (
        <RowDialogButton
          {...BUTTON}
          aria-label={`${bookedFor ? 'Edit' : 'Set'} Date: ${meetingTitle(stageNumber)}`}
          dialog={(state) => <MeetingDialog stage={stage} {...state} />}
        >
          <span>{bookedFor ? 'Edit' : 'Set Date'}</span>
        </RowDialogButton>
      )}
      {!completed && bookedFor && <RemoveDate stage={stage} />}
    </Flex>
  );
}
