import { Button } from '@chakra-ui/react/button';
import { DialogBody, DialogFooter } from '@chakra-ui/react/dialog';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { Check } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod/mini';
import type { FirmSettings } from '#shared/contract/firm.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { SETTING_CHANGES, type Setting, shownValue } from '#shared/settings.ts';
import { type Recommendation, recommendations } from '../../parts/recommendations.ts';
import type { DialogState } from '../../ui/eager/lazy-dialog.tsx';
import { ActionButton } from '../../ui/feedback/action-button.tsx';
import { Checkbox } from '../../ui/form/tick.tsx';
import { Modal } from '../../ui/overlay/modal.tsx';
import { OwnFactor } from './own-factor.tsx';
import { saveSections } from './queries.ts';
import { whyRecommended } from './texts.ts';

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Values to change to. */
export type Target = 'recommended' | 'default';

/** Returns "Portal links: Expire when unused (90 days)". */
const labelOf = (about: Setting, target: Target) => {
  const [shown, value] = [shownValue(about, about[target]), about[target]];
  const isSet = about.kind === 'optional number' && value !== null;
  return `${about.label}: ${isSet ? `${about.options.set} (${shown})` : shown}`;
};

/** Returns the chosen values by section. */
function sectionsOf(chosen: readonly Recommendation[], target: Target) {
  const sections = Map.groupBy(chosen, ({ section }) => section);
  return [...sections].map(([section, own]) => {
    const values = Object.fromEntries(own.map(({ field, about }) => [field, about[target]]));
    return z.parse(z.object(SETTING_CHANGES), { [section]: values });
  });
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

const TITLES: Readonly<Record<Target, string>> = {
  recommended: 'Use the Recommended Security Settings',
  default: 'Go Back to the Default Security Settings',
};

interface Props extends DialogState {
  settings: FirmSettings;
  target: Target;
}

/** Lists what changes, with the value of today and the reason, and applies what is ticked. */
export default function RecommendationsDialog({ settings, target, ...dialog }: Props) {
  const [unticked, setUnticked] = useState<readonly string[]>([]);
  const all = recommendations(settings).map((one) => ({
    ...one,
    label: labelOf(one.about, target),
    isDone: target === 'recommended' ? one.isApplied : one.value === one.about.default,
  }));
  const chosen = all.filter(({ field, isDone }) => !(isDone || unticked.includes(field)));
  const close = () => {
    setUnticked([]);
    dialog.onClose();
  };
  const tick = (field: string, isTicked: boolean) =>
    setUnticked((now) => (isTicked ? now.filter((other) => other !== field) : [...now, field]));
  const hintOf = ({ section, field, about, value }: Recommendation) => {
    const reason = target === 'recommended' ? ` ${capitalised(whyRecommended(`${section}.${field}`))}` : '';
    return `Now: ${shownValue(about, value)}.${reason}`;
  };
  return (
    <Modal {...dialog} onClose={close} title={TITLES[target]} size="lg">
      <DialogBody display="grid" gap="4">
        {all.map((one) =>
          one.isDone ? (
            <Applied key={one.field} label={one.label} />
          ) : (
            <Checkbox
              key={one.field}
              label={one.label}
              hint={hintOf(one)}
              checked={!unticked.includes(one.field)}
              onChange={(isTicked) => tick(one.field, isTicked)}
            />
          ),
        )}
        {target === 'recommended' && chosen.some(({ field }) => field === 'secondFactor') && <OwnFactor />}
      </DialogBody>
      <DialogFooter>
        <Button variant="outline" colorPalette="gray" onClick={close}>
          Cancel
        </Button>
        <ActionButton
          disabled={chosen.length === 0}
          busyLabel="Applying..."
          onAction={() => saveSections(settings.version, sectionsOf(chosen, target)).then(close)}
        >
          {`Apply ${countOf(chosen.length, 'Setting')}`}
        </ActionButton>
      </DialogFooter>
    </Modal>
  );
}
