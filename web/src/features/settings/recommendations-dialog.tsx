import { Button } from '@chakra-ui/react/button';
import { DialogBody, DialogFooter } from '@chakra-ui/react/dialog';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { Check } from 'lucide-react';
import { useState } from 'react';
import type { FirmSettings } from '#shared/contract/firm.ts';
import { RECOMMENDED } from '#shared/contract/setting-defaults.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { appliedRecommendations, type Recommendation } from '../../parts/recommendations.ts';
import type { DialogState } from '../../ui/eager/lazy-dialog.tsx';
import { ActionButton } from '../../ui/feedback/action-button.tsx';
import { Checkbox } from '../../ui/form/tick.tsx';
import { Modal } from '../../ui/overlay/modal.tsx';
import { DEVICES, LINKS } from './portal-section.tsx';
import { saveSections } from './queries.ts';
import { TASK_REMINDERS } from './reminders-section.tsx';
import { BY_ADMIN, COMMON, FACTOR, IDLE, OwnFactor } from './staff-section.tsx';

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const textOf = (setting: string, { label, why }: { label: string; why: string }, value = '') => ({
  label: `${setting}: ${label}${value}`,
  why: capitalised(why),
});

const TEXTS: Readonly<Record<Recommendation, ReturnType<typeof textOf>>> = {
  stepUp: textOf('New devices', DEVICES['new-device']),
  linkDays: textOf('Portal links', LINKS.end, ` (${RECOMMENDED.portal.linkDays} days)`),
  secondFactor: textOf('Second factor', FACTOR.required),
  idleMinutes: textOf('Inactivity', IDLE.end, ` (${RECOMMENDED.staff.idleMinutes} minutes)`),
  refuseCommonPasswords: textOf('Common passwords', COMMON.refused),
  changeAdminPasswords: textOf('Passwords that an admin sets', BY_ADMIN.change),
  tasks: { label: 'Remind clients of tasks too', why: capitalised(TASK_REMINDERS.gentle.why) },
};
const ALL = Object.keys(TEXTS) as Recommendation[];

function sectionsOf(chosen: readonly string[]) {
  const pick = <T extends object>(values: T) => {
    const picked = Object.entries(values).filter(([name]) => chosen.includes(name));
    return picked.length > 0 ? (Object.fromEntries(picked) as Partial<T>) : undefined;
  };
  const { portal, staff, reminders } = {
    portal: pick(RECOMMENDED.portal),
    staff: pick(RECOMMENDED.staff),
    reminders: pick(RECOMMENDED.reminders),
  };
  return [portal && { portal }, staff && { staff }, reminders && { reminders }].filter(
    (section) => section !== undefined,
  );
}

const Applied = ({ label }: { label: string }) => (
  <Flex gap="2.5">
    <Flex boxSize="5" mt="0.5" flexShrink="0" align="center" justify="center" color="green.fg">
      <Check size={18} aria-hidden />
    </Flex>
    <div>
      {label}
      <Text color="fg.muted" textStyle="sm">
        Already applied.
      </Text>
    </div>
  </Flex>
);

/** Lists the recommendations with their reasons, and applies the ticked ones. */
export default function RecommendationsDialog({ settings, ...dialog }: DialogState & { settings: FirmSettings }) {
  const [unticked, setUnticked] = useState<readonly Recommendation[]>([]);
  const applied = appliedRecommendations(settings);
  const chosen = ALL.filter((name) => !(applied[name] || unticked.includes(name)));
  const close = () => {
    setUnticked([]);
    dialog.onClose();
  };
  const tick = (name: Recommendation, isTicked: boolean) =>
    setUnticked((now) => (isTicked ? now.filter((other) => other !== name) : [...now, name]));
  return (
    <Modal {...dialog} onClose={close} title="Review Recommendations" size="lg">
      <DialogBody display="grid" gap="4">
        {ALL.map((name) =>
          applied[name] ? (
            <Applied key={name} label={TEXTS[name].label} />
          ) : (
            <Checkbox
              key={name}
              label={TEXTS[name].label}
              hint={TEXTS[name].why}
              checked={!unticked.includes(name)}
              onChange={(isTicked) => tick(name, isTicked)}
            />
          ),
        )}
        {chosen.includes('secondFactor') && <OwnFactor />}
      </DialogBody>
      <DialogFooter>
        <Button variant="outline" colorPalette="gray" onClick={close}>
          Cancel
        </Button>
        <ActionButton
          disabled={chosen.length === 0}
          busyLabel="Applying..."
          onAction={() => saveSections(settings.version, sectionsOf(chosen)).then(close)}
        >
          {`Apply ${countOf(chosen.length, 'Setting')}`}
        </ActionButton>
      </DialogFooter>
    </Modal>
  );
}
