import type { FirmSettings } from '#shared/contract/firm.ts';
import { uncapitalised } from '#shared/rules/text.ts';
import { SETTINGS, type SectionName, settingNames, settingsOfSection, shownValue } from '#shared/settings.ts';
import { SECTION_TITLES } from '../../parts/screens.ts';
import { HINTS, OPTION_TEXTS } from './texts.ts';

interface Named {
  title: string;
  about: readonly string[];
}

/** Section drawn from the table, with its state in one sentence. */
export interface FormInfo extends Named {
  section: SectionName;
  stateOf: (settings: FirmSettings) => string;
}

/** Section with a form of its own. */
export interface OwnInfo extends Named {
  anchor: string;
}

const { linkDays, deviceDays } = SETTINGS.portal.shape;
const { secondFactor, idleMinutes } = SETTINGS.staff.shape;
const { maxMb } = SETTINGS.documents.shape;
const { firstChase } = SETTINGS.providers.shape;
const { stuckAfter } = SETTINGS.insight.shape;

/** Returns "on" of "On: 3 days before". */
const wordOf = (about: Parameters<typeof shownValue>[0], value: unknown) =>
  uncapitalised(shownValue(about, value).split(':')[0] ?? '');

/** Sections of the page from top to bottom; each is saved separately. */
export const SETTINGS_SECTIONS: readonly (FormInfo | OwnInfo)[] = [
  {
    section: 'firm',
    title: SECTION_TITLES.firm,
    about: [
      'Shown to clients in emails and on their portal.',
      'Weekends and bank holidays in England and Wales are already closed. Add any other days.',
    ],
    stateOf: ({ firm }) => [firm.name, firm.phone ?? 'no phone', firm.hours ?? 'no hours'].join(', '),
  },
  {
    section: 'legal',
    title: SECTION_TITLES.legal,
    about: [
      'What the law wants clients to be told. Shown at the foot of their emails and pages.',
      'Empty lines are not shown. Ask your compliance officer for the wording.',
    ],
    stateOf: ({ legal }) => {
      const values: Readonly<Record<string, unknown>> = legal;
      const filled = Object.keys(legal).filter((field) => values[field] !== null);
      return filled.length > 0 ? `Shown: ${settingNames('legal', filled)}` : 'Nothing is shown yet';
    },
  },
  {
    section: 'portal',
    title: SECTION_TITLES.portal,
    about: ['Who can open a client’s portal, and for how long.', 'You can set exceptions on a client’s page.'],
    stateOf: ({ portal }) =>
      [
        portal.stepUp === 'off'
          ? 'Links open on any device'
          : `A code on each new device, for ${shownValue(deviceDays.setting, portal.deviceDays)}`,
        portal.linkDays === null
          ? 'and never expire'
          : `and expire after ${shownValue(linkDays.setting, portal.linkDays)} without use`,
      ].join(', '),
  },
  {
    section: 'staff',
    title: SECTION_TITLES.staff,
    about: [
      'How advisers and admins sign in.',
      'A second factor is a passkey or an authenticator app, which each person sets up on their own account.',
    ],
    stateOf: ({ staff }) =>
      [
        `Second factor: ${wordOf(secondFactor.setting, staff.secondFactor)}`,
        staff.idleMinutes === null
          ? 'nobody is signed out early'
          : `signed out after ${shownValue(idleMinutes.setting, staff.idleMinutes)} of inactivity`,
      ].join(', '),
  },
  {
    section: 'documents',
    title: SECTION_TITLES.documents,
    about: [
      'Files that you and your clients upload.',
      'Files over 4 MB are sent in parts, so a lost connection costs little.',
    ],
    stateOf: ({ documents }) => `Files of up to ${shownValue(maxMb.setting, documents.maxMb)}`,
  },
  {
    anchor: 'request-templates',
    title: SECTION_TITLES['request-templates'],
    about: [
      'Documents that you often need. “Ask for Documents” offers them by stage, in this order.',
      'Changes apply to new requests only.',
    ],
  },
  {
    anchor: 'factfind-form',
    title: SECTION_TITLES['factfind-form'],
    about: [
      'Which sections clients answer, and questions of your own.',
      'Changes apply to fact-finds that are started afterwards.',
    ],
  },
  {
    section: 'providers',
    title: SECTION_TITLES.providers,
    about: [
      'When to chase a letter of authority that has no answer.',
      'Weekends, bank holidays and your closed days do not count. Changes apply from each letter’s next step.',
    ],
    stateOf: ({ providers }) =>
      `First chase after ${shownValue(firstChase.setting, providers.firstChase)}, then every ${providers.chaseEvery}`,
  },
  {
    section: 'reminders',
    title: SECTION_TITLES.reminders,
    about: [
      'Automatic emails to clients about what is still open. They stop when it is done.',
      'You can change or pause them on a client’s page. Reminders due in your quiet hours are sent afterwards.',
    ],
    stateOf: ({ reminders }) => {
      const { requests, tasks } = SETTINGS.reminders.shape;
      return `Documents: ${wordOf(requests.setting, reminders.requests)}, tasks: ${wordOf(tasks.setting, reminders.tasks)}, at ${reminders.at}`;
    },
  },
  {
    section: 'insight',
    title: SECTION_TITLES.insight,
    about: [
      'When “Stuck” lists a client whose journey does not move, with the reason.',
      'Weekends, bank holidays and your closed days do not count.',
    ],
    stateOf: ({ insight }) =>
      `After ${shownValue(stuckAfter.setting, insight.stuckAfter)} in a stage, or ${insight.quietAfter} without a change`,
  },
  {
    section: 'mail',
    title: SECTION_TITLES.mail,
    about: ['Automatic emails. All times are UK time.', 'Portal links that you send go out immediately, at any time.'],
    stateOf: ({ mail }) =>
      mail.quietFrom === mail.quietTo
        ? `No quiet hours, daily summary at ${mail.dailyAt}`
        : `Quiet from ${mail.quietFrom} to ${mail.quietTo}, daily summary at ${mail.dailyAt}`,
  },
];

const anchorOf = (info: FormInfo | OwnInfo) => ('section' in info ? info.section : info.anchor);

/** Section or setting that the search finds, with the texts that name it. */
export interface Findable {
  /** Hash that leads there: "mail" or "mail.quietFrom". */
  anchor: string;
  label: string;
  /** Section of a setting. */
  within?: string;
  texts: readonly string[];
}

export const FINDABLE: readonly Findable[] = SETTINGS_SECTIONS.flatMap((info): Findable[] => {
  const { title, about } = info;
  const whole = { anchor: anchorOf(info), label: title, texts: [title, ...about] };
  if (!('section' in info)) return [whole];
  const settings = settingsOfSection(info.section).map(([field, setting]) => {
    const path = `${info.section}.${field}`;
    const options = 'options' in setting ? Object.values(setting.options) : [];
    const effects = Object.values(OPTION_TEXTS[path] ?? {}).map((option) => option.about ?? '');
    const texts = [setting.label, title, HINTS[path] ?? '', ...options, ...effects];
    return { anchor: path, label: setting.label, within: title, texts };
  });
  return [whole, ...settings];
});
