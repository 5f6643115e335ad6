import { Button } from '@chakra-ui/react/button';
import { DialogBody, DialogFooter } from '@chakra-ui/react/dialog';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { Check } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod/mini';
import type { FirmSettings } from '#shared/contract/firm.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { SETTING_CHANGES, type SectionName, type Setting, shownValue } from '#shared/settings.ts';
import { recommendations } from '../../parts/recommendations.ts';
import type { DialogState } from '../../ui/eager/lazy-dialog.tsx';
import { ActionButton } from '../../ui/feedback/action-button.tsx';
import { Checkbox } from '../../ui/form/tick.tsx';
import { Modal } from '../../ui/overlay/modal.tsx';
import { OwnFactor } from './own-factor.tsx';
import { saveSections } from './queries.ts';
import { reasonOf } from './texts.ts';

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns "Portal links: Expire when unused (90 days)". */
const labelOf = (about: Setting) => {
  const { label, recommended } = about;
  if (about.kind === 'optional number') return `${label}: ${about.options.set} (${shownValue(about, recommended)})`;
  return `${label}: ${shownValue(about, recommended)}`;
};

/** Returns the chosen values by section. */
function sectionsOf(chosen: readonly { section: SectionName; field: string; about: Setting }[]) {
  const sections = Map.groupBy(chosen, ({ section }) => section);
  return [...sections].map(([section, own]) => {
    const values = Object.fromEntries(own.map(({ field, about }) => [field, about.recommended]));
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

/** Lists the recommendations with their reasons, and applies the ticked ones. */
export default function RecommendationsDialog({ settings, ...dialog }: DialogState & { settings: FirmSettings }) {
  const [unticked, setUnticked] = useState<readonly string[]>([]);
  const all = recommendations(settings);
  const chosen = all.filter(({ field, isApplied }) => !(isApplied || unticked.includes(field)));
  const close = () => {
    setUnticked([]);
    dialog.onClose();
  };
  const tick = (field: string, isTicked: boolean) =>
    setUnticked((now) => (isTicked ? now.filter((other) => other !== field) : [...now, field]));
  return (
    <Modal {...dialog} onClose={close} title="Review Recommendations" size="lg">
      <DialogBody display="grid" gap="4">
        {all.map(({ section, field, about, isApplied }) =>
          isApplied ? (
            <Applied key={field} label={labelOf(about)} />
          ) : (
            <Checkbox
              key={field}
              label={labelOf(about)}
              hint={capitalised(reasonOf(`${section}.${field}`))}
              checked={!unticked.includes(field)}
              onChange={(isTicked) => tick(field, isTicked)}
            />
          ),
        )}
        {chosen.some(({ field }) => field === 'secondFactor') && <OwnFactor />}
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
