import { execFileSync } from 'node:child_process';
import { CDK, type Cdk } from './cdk.ts';
import { ask, type Options, runCommand } from './command.ts';
import { type Place, Refusal, type StackAddress } from './place.ts';
import { lasting, type Release, record, refuseStepsBack, releases } from './release.ts';
import { answersOutside } from './smoke.ts';
import {
  fateOf,
  formerStacks,
  isFailedCreation,
  present,
  remedy,
  removeStacks,
  type StackState,
  stays,
} from './stacks.ts';

/** Formats the DNS records in the stack's outputs ("NAME TYPE VALUE") as a table. */
function records({ outputs }: StackState): string[] {
  const rows = Object.entries(outputs)
    .filter(([name]) => name.startsWith('Dns'))
    .map(([, line]) => /^(\S+) (\S+) (.*)$/.exec(line)?.slice(1) ?? ['', '', line]);
  const width = Math.max(...rows.map(([name = '']) => name.length));
  return rows.map(([name = '', type = '', value = '']) => `    ${name.padEnd(width)}  ${type.padEnd(5)}  ${value}`);
}

const DMARC = [
  '  The _dmarc record covers all mail of the domain, including the office’s mail and newsletters. Keep an existing one. Raise p=none to',
  '  p=quarantine once the reports show that every sender is signed (docs/runbook.md, "Mail is refused or does not arrive").',
];
/** Printed after each deployment, because an upgrade may recommend more. */
const RECOMMENDED = [
  '- Security: by default, clients need only their portal link and staff only a password. An admin can turn on what /admin/settings',
  '  recommends: codes on new devices, links that expire, a second factor for staff and more. The page explains each.',
];

function leftToDo({ settings: { alarmMail, stage } }: Place, product: StackState, isFirst: boolean): string[] {
  const dns = records(product);
  const first = [
    `- Alarms: click the link in the email to ${alarmMail}. Until then, no alarm arrives.`,
    '- Mail: a new account can send to verified addresses only. Request production access in the SES console; this takes AWS about a day.',
    `- First admin: printf %s "$PASSWORD" | STAGE=${stage} npm run admin -- create --aws --email ADDRESS --name "NAME"`,
    `- Check the account: STAGE=${stage} npm run preflight`,
  ];
  return [
    '\nLeft to do:',
    ...(dns.length > 0 ? ['- DNS: create these records, unless they exist.', ...dns] : []),
    ...(product.outputs.DnsDmarc ? DMARC : []),
    ...(isFirst && alarmMail ? first : []),
    ...RECOMMENDED,
  ];
}

const git = (...args: string[]) =>
  execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/** Returns the current commit; "unknown" outside git. */
function checkedOut(): { commit: string; isDirty: boolean } {
  try {
    return { commit: git('rev-parse', 'HEAD'), isDirty: git('status', '--porcelain') !== '' };
  } catch {
    return { commit: 'unknown', isDirty: false };
  }
}

async function showPlan(place: Place, cdk: Cdk, isFirst: boolean, failed: readonly StackState[]): Promise<void> {
  const { account } = place.settings.env;
  if (isFirst)
    for (const { name, region, resources } of cdk.synthesizedStacks(place))
      console.log(`Creates ${name} with ${resources} resources in account ${account}, ${region}.`);
  else await cdk.showDifference(place);
  for (const { name, status } of failed)
    console.log(
      `${name} is left over from a failed creation (${status}) and will be removed first. It was never in use.`,
    );
}

function releaseOf(place: Place, cdk: Cdk, former: readonly StackAddress[]): Release {
  const { settings } = place;
  const stacks = cdk.synthesizedStacks(place).map(({ name, region, template }) => ({ name, region, template }));
  const left = former.map(({ name, region }) => ({ name, region }));
  return {
    time: new Date().toISOString(),
    ...checkedOut(),
    ...(settings.stage && { stage: settings.stage }),
    settings: lasting(settings),
    stacks,
    ...(left.length > 0 && { left }),
    answered: false,
  };
}

/** Records the release, and removes stacks that are no longer in the settings. */
async function conclude(place: Place, cdk: Cdk, former: readonly StackState[], removeBackups?: boolean) {
  const kept = former.filter((stack) => stays(stack, removeBackups));
  const removed = former.filter((stack) => !kept.includes(stack));
  // Records the stacks before removing them, so that the next deployment repeats a failed removal.
  if (removed.length > 0) await record(place, releaseOf(place, cdk, former));
  await removeStacks(removed);
  const release = releaseOf(place, cdk, kept);
  await record(place, release);
  return release;
}

/** Deploys a place, or resumes a failed deployment. Returns true if the site answers. Throws {@link Refusal}. */
export async function deploy(
  place: Place,
  options: Partial<Options>,
  { cdk = CDK, trySite = answersOutside } = {},
): Promise<boolean> {
  const { settings, product } = place;
  const { 'at-once': atOnce = false, 'remove-backups': removeBackups, yes = false } = options;
  const states = await present(place.stacks);
  const stuck = states.map(remedy).find((sentence) => sentence);
  if (stuck) throw new Refusal(stuck);
  const failed = states.filter(isFailedCreation);
  const isFirst = !states.some((state) => state.name === product.name && !failed.includes(state));
  const last = isFirst ? undefined : (await releases(place)).at(-1);
  if (last) refuseStepsBack(last, lasting(settings), options['change-domain']);
  const former = await formerStacks(place, last);
  await cdk.synthesize(place, isFirst);
  await showPlan(place, cdk, isFirst, failed);
  for (const stack of former) console.log(fateOf(stack, removeBackups));
  await ask(`Deploy ${place.name}?`, { yes });
  await removeStacks(failed);
  await cdk.deployStacks(place, atOnce);
  if (isFirst && settings.durable) {
    console.log('All stacks are deployed. Turning on deletion protection.');
    await cdk.synthesize(place, false);
    await cdk.deployStacks(place, atOnce);
  }
  const release = await conclude(place, cdk, former, removeBackups);
  const [made] = await present([product]);
  if (!made) throw new Refusal(`${product.name} was deleted during the deployment. Run the command again.`);
  const answers = await trySite(place, made);
  if (answers) await record(place, { ...release, answered: true });
  else console.log('The deployment is complete, but the site does not answer correctly.');
  if (!answers && last) console.log('Run "npm run rollback" to restore the previous release.');
  console.log(leftToDo(place, made, !last).join('\n'));
  return answers;
}

async function showDifference(place: Place): Promise<boolean> {
  await CDK.synthesize(place, false);
  await CDK.showDifference(place);
  return true;
}

if (import.meta.main)
  await runCommand((place, options) => (options.diff ? showDifference(place) : deploy(place, options)));
