import * as z from 'zod/mini';
import type { FirmSettings } from '#shared/contract/firm.ts';
import { DAYS_AFTER_COMPLETION, RANGES, RECOMMENDED } from '#shared/contract/setting-defaults.ts';
import { portalSection } from '#shared/contract/settings.ts';
import { useValuesDraft } from '../../lib/drafts/values-draft.ts';
import { NumberField, typedNumber } from './number-field.tsx';
import { Policy } from './policy.tsx';
import { SectionForm, type SectionProps } from './section-form.tsx';

const typed = z.object({
  'portal.linkDays': z.optional(typedNumber(portalSection.shape.linkDays)),
  'portal.deviceDays': typedNumber(portalSection.shape.deviceDays),
});

interface PortalDraft {
  stepUp: FirmSettings['portal']['stepUp'];
  links: 'last' | 'end';
  linkDays: string;
  deviceDays: string;
}

const portalDraft = ({ stepUp, linkDays, deviceDays }: FirmSettings['portal']): PortalDraft => ({
  stepUp,
  links: linkDays === null ? 'last' : 'end',
  linkDays: String(linkDays ?? RECOMMENDED.portal.linkDays),
  deviceDays: String(deviceDays),
});

export const DEVICES = {
  off: {
    label: 'The link opens the page',
    about: 'Anyone with the link can open the portal, on any device.',
  },
  'new-device': {
    label: 'Ask for a code once on each device',
    about: 'Clients enter a six-digit code that we email, once on each device, including those in use today.',
    why: 'a forwarded or lost link alone then opens nothing.',
  },
} as const;

export const LINKS = {
  last: { label: 'Never expire', about: 'A link from years ago still opens the page.' },
  end: {
    label: 'Expire when unused',
    about: `Unused links expire after this many days, counted from when you save this; all links expire ${DAYS_AFTER_COMPLETION} days after completion. Clients can ask for a new link by email.`,
    why: `old emails are the most likely way a link leaks. ${RECOMMENDED.portal.linkDays} days suit most firms.`,
  },
} as const;

export function PortalFields(props: SectionProps) {
  const draft = useValuesDraft('settings/portal', portalDraft(props.settings.portal));
  const { shown, set, reset, restored, isChanged } = draft;
  return (
    <SectionForm
      {...props}
      schema={typed}
      sectionOf={(values) => ({
        portal: {
          stepUp: shown.stepUp,
          linkDays: values['portal.linkDays'] ?? null,
          deviceDays: values['portal.deviceDays'],
        },
      })}
      onReset={reset}
      restored={restored}
      isChanged={isChanged}
      save="Save Portal"
    >
      {(hint) => (
        <>
          <Policy
            name="portal.stepUp"
            label="New devices"
            hint={hint(({ portal }) => DEVICES[portal.stepUp].label)}
            options={DEVICES}
            value={shown.stepUp}
            onChoose={(stepUp) => set({ stepUp })}
          />
          <NumberField
            name="portal.deviceDays"
            label="Days to remember a device"
            hint={hint(
              ({ portal }) => String(portal.deviceDays),
              'After that, the client enters a new code. Applies to devices confirmed from now on.',
            )}
            value={shown.deviceDays}
            onType={(deviceDays) => set({ deviceDays })}
          />
          <Policy
            name="portal.links"
            label="Portal links"
            hint={hint(({ portal }) => LINKS[portal.linkDays === null ? 'last' : 'end'].label)}
            options={LINKS}
            more={{
              end: (
                <NumberField
                  name="portal.linkDays"
                  label="Days without use"
                  hint={hint(({ portal }) => String(portal.linkDays), `From ${RANGES.linkDays.join(' to ')}.`)}
                  value={shown.linkDays}
                  onType={(linkDays) => set({ linkDays })}
                />
              ),
            }}
            value={shown.links}
            onChoose={(links) => set({ links })}
          />
        </>
      )}
    </SectionForm>
  );
}
