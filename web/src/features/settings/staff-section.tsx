import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import * as z from 'zod/mini';
import type { FirmSettings } from '#shared/contract/firm.ts';
import { RANGES, RECOMMENDED } from '#shared/contract/setting-defaults.ts';
import { staffSection } from '#shared/contract/settings.ts';
import { SESSION } from '#shared/rules/lifetimes.ts';
import { useValuesDraft } from '../../lib/drafts/values-draft.ts';
import { accountQuery } from '../../parts/account/account.ts';
import { NumberField, typedNumber } from './number-field.tsx';
import { Policy } from './policy.tsx';
import { SectionForm, type SectionProps } from './section-form.tsx';

const typed = z.object({
  'staff.graceDays': z.optional(typedNumber(staffSection.shape.graceDays)),
  'staff.idleMinutes': z.optional(typedNumber(staffSection.shape.idleMinutes)),
});

interface StaffDraft {
  secondFactor: FirmSettings['staff']['secondFactor'];
  graceDays: string;
  idle: 'stay' | 'end';
  idleMinutes: string;
  common: 'taken' | 'refused';
  byAdmin: 'stay' | 'change';
}

const staffDraft = (staff: FirmSettings['staff']): StaffDraft => ({
  secondFactor: staff.secondFactor,
  graceDays: String(staff.graceDays),
  idle: staff.idleMinutes === null ? 'stay' : 'end',
  idleMinutes: String(staff.idleMinutes ?? RECOMMENDED.staff.idleMinutes),
  common: staff.refuseCommonPasswords ? 'refused' : 'taken',
  byAdmin: staff.changeAdminPasswords ? 'change' : 'stay',
});

export const FACTOR = {
  off: {
    label: 'Up to each person',
    about: 'A password signs in. Anyone who has set up a second factor is still asked for it.',
  },
  encouraged: {
    label: 'Encouraged',
    about: 'A password signs in. Anyone without a second factor is reminded to set one up.',
  },
  required: {
    label: 'Required',
    about:
      'After the days below, anyone without a second factor must set one up before doing anything else. Days count from when you save this or, for a new account, from when it is created.',
    why: 'a stolen or guessed password is then not enough.',
  },
} as const;

export const IDLE = {
  stay: { label: 'Stay signed in', about: `For ${SESSION.words}, even if nobody uses the page.` },
  end: {
    label: 'Sign out after inactivity',
    about: 'As soon as you save this, anyone inactive for this many minutes has to sign in again.',
    why: `an unattended computer then stops showing client data. ${RECOMMENDED.staff.idleMinutes} minutes suit most firms.`,
  },
} as const;

export const COMMON = {
  taken: { label: 'Allow', about: 'Any password that is long enough.' },
  refused: {
    label: 'Block',
    about:
      'New passwords can’t be common ones, or contain the person’s name, their email address or the firm’s name. Passwords in use today still work.',
    why: 'attackers try these first.',
  },
} as const;

export const BY_ADMIN = {
  stay: { label: 'Keep', about: 'The person may keep it, although the admin knows it.' },
  change: {
    label: 'Change at the next sign-in',
    about: 'Anyone given a password from now on must choose a new one when they first sign in.',
    why: 'a shared password cannot show who used it.',
  },
} as const;

const UnderlinedLink = chakra(Link, { base: { textDecoration: 'underline', fontWeight: 'medium' } });

/** Warns admins without a second factor that requiring one affects them too. */
export function OwnFactor() {
  const { data } = useQuery(accountQuery);
  if (!data || data.totp || data.passkeys.length > 0) return null;
  return (
    <Flex role="status" bg="yellow.subtle" color="yellow.fg" borderRadius="l2" px="3" py="2" gap="2.5" align="start">
      <Flex pt="0.5" flexShrink="0">
        <TriangleAlert size={16} aria-hidden />
      </Flex>
      <Text textStyle="sm">
        You have no second factor yourself. <UnderlinedLink to="/account">Set one up</UnderlinedLink> first, so that you
        are not locked out when the days are over.
      </Text>
    </Flex>
  );
}

export function StaffFields(props: SectionProps) {
  const draft = useValuesDraft('settings/staff', staffDraft(props.settings.staff));
  const { shown, set, reset, restored, isChanged } = draft;
  return (
    <SectionForm
      {...props}
      schema={typed}
      sectionOf={(values) => ({
        staff: {
          secondFactor: shown.secondFactor,
          ...(values['staff.graceDays'] !== undefined && { graceDays: values['staff.graceDays'] }),
          idleMinutes: values['staff.idleMinutes'] ?? null,
          refuseCommonPasswords: shown.common === 'refused',
          changeAdminPasswords: shown.byAdmin === 'change',
        },
      })}
      onReset={reset}
      restored={restored}
      isChanged={isChanged}
      save="Save Staff Sign-in"
    >
      {(hint) => (
        <>
          <Policy
            name="staff.secondFactor"
            label="Second factor"
            hint={hint(({ staff }) => FACTOR[staff.secondFactor].label)}
            options={FACTOR}
            more={{
              required: (
                <>
                  <OwnFactor />
                  <NumberField
                    name="staff.graceDays"
                    label="Days to set one up"
                    hint={hint(
                      ({ staff }) => String(staff.graceDays),
                      `From ${RANGES.graceDays[0]} (immediately) to ${RANGES.graceDays[1]}.`,
                    )}
                    value={shown.graceDays}
                    onType={(graceDays) => set({ graceDays })}
                  />
                </>
              ),
            }}
            value={shown.secondFactor}
            onChoose={(secondFactor) => set({ secondFactor })}
          />
          <Policy
            name="staff.idle"
            label="Inactivity"
            hint={hint(({ staff }) => IDLE[staff.idleMinutes === null ? 'stay' : 'end'].label)}
            options={IDLE}
            more={{
              end: (
                <NumberField
                  name="staff.idleMinutes"
                  label="Minutes"
                  hint={hint(({ staff }) => String(staff.idleMinutes), `From ${RANGES.idleMinutes.join(' to ')}.`)}
                  value={shown.idleMinutes}
                  onType={(idleMinutes) => set({ idleMinutes })}
                />
              ),
            }}
            value={shown.idle}
            onChoose={(idle) => set({ idle })}
          />
          <Policy
            name="staff.refuseCommonPasswords"
            label="Common passwords"
            hint={hint(({ staff }) => COMMON[staff.refuseCommonPasswords ? 'refused' : 'taken'].label)}
            options={COMMON}
            value={shown.common}
            onChoose={(common) => set({ common })}
          />
          <Policy
            name="staff.changeAdminPasswords"
            label="Passwords that an admin sets"
            hint={hint(({ staff }) => BY_ADMIN[staff.changeAdminPasswords ? 'change' : 'stay'].label)}
            options={BY_ADMIN}
            value={shown.byAdmin}
            onChoose={(byAdmin) => set({ byAdmin })}
          />
        </>
      )}
    </SectionForm>
  );
}
