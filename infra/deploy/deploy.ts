import { execFileSync } from 'node:child_process';
import { ask, Refusal } from './ask.ts';
import { CDK, type Cdk } from './cdk.ts';
import { type Options, runCommand } from './command.ts';
import { formerStacks, planOf, removeFormer } from './former-stacks.ts';
import { refuseStepsBack } from './guards.ts';
import type { Place, StackAddress } from './place.ts';
import { lasting, type Release, record, releases } from './release.ts';
import { answersOutside } from './smoke.ts';
import { isFailedCreation, remedy, removeStack, type StackState, settled } from './stack-state.ts';

/** The records to make in the DNS, which the stack names as "NAME TYPE VALUE", as a table. */
function records({ outputs }: StackState): string[] {
  const rows = Object.entries(outputs)
    .filter(([name]) => name.startsWith('Dns'))
    .map(([, line]) => /^(\S+) (\S+) (.*)$/.exec(line)?.slice(1) ?? ['', '', line]);
  const width = Math.max(...rows.map(([name = '']) => name.length));
  return rows.map(([name = '', type = '', value = '']) => `    ${name.padEnd(width)}  ${type.padEnd(5)}  ${value}`);
}

/** What the product leaves to the firm, after each deployment: an upgrade may recommend more. */
const RECOMMENDED = [
  '- Who may come in: out of the box a portal link and a password are enough. An admin switches on what /admin/settings recommends',
  '  (codes on new devices, links that end, a second factor for staff and more), and is told there what each does.',
];

const DMARC = [
  '  The record of _dmarc is about all mail of the domain, the office’s own and newsletters too. Where there is one, keep it. Raise p=none to',
  '  p=quarantine once the reports show that every sender is signed (docs/runbook.md, "Mail is refused or does not arrive").',
];

/** What a person has to do after a deployment, in lines. */
function leftToDo({ settings: { alarmMail, stage } }: Place, product: StackState, isFirst: boolean): string[] {
  const dns = records(product);
  const first = [
    `- Alarms: click the link in the mail that ${alarmMail} was sent, or no alarm arrives.`,
    '- Mail: a new account writes to verified addresses only. Ask for production access in the SES console; AWS takes about a day.',
    `- First admin: printf %s "$PASSWORD" | STAGE=${stage} npm run admin -- create --aws --email ADDRESS --name "NAME"`,
    `- What the account still lacks: STAGE=${stage} npm run preflight`,
  ];
  return [
    ...(dns.length > 0 ? ['- DNS: these records have to be there.', ...dns] : []),
    ...(product.outputs.DnsDmarc ? DMARC : []),
    ...(isFirst && alarmMail ? first : []),
    ...RECOMMENDED,
  ];
}

const git = (...args: string[]) =>
  execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/** The commit that is checked out, and whether files differ from it; "unknown" outside of git. */
function checkedOut(): { commit: string; isDirty: boolean } {
  try {
    return { commit: git('rev-parse', 'HEAD'), isDirty: git('status', '--porcelain') !== '' };
  } catch {
    return { commit: 'unknown', isDirty: false };
  }
}

/** The stacks that are there, once CloudFormation is at work on none. Throws {@link Refusal} for one that nothing can be done with. */
async function presentStacks(place: Place): Promise<StackState[]> {
  const states: StackState[] = [];
  for (const address of place.stacks) {
    const state = await settled(address);
    const stuck = state && remedy(state);
    if (stuck) throw new Refusal(stuck);
    if (state) states.push(state);
  }
  return states;
}

async function showPlan(place: Place, cdk: Cdk, isFirst: boolean, failed: readonly StackState[]): Promise<void> {
  const { account } = place.settings.env;
  if (isFirst)
    for (const { name, region, resources } of cdk.synthesizedStacks(place))
      console.log(`Creates ${name} with ${resources} resources in account ${account}, ${region}.`);
  else await cdk.showDifference(place);
  for (const { name, status } of failed)
    console.log(
      `${name} is left of a creation that failed (${status}): it is removed first. Nobody has worked in it, as it never came to its end.`,
    );
}

function releaseOf(place: Place, cdk: Cdk): Release {
  const stacks = cdk.synthesizedStacks(place).map(({ name, region, template }) => ({ name, region, template }));
  const { settings } = place;
  const { stage } = settings;
  const time = new Date().toISOString();
  return { time, ...checkedOut(), ...(stage && { stage }), settings: lasting(settings), stacks, answered: false };
}

/** The part of a release about stacks that the settings no longer name. */
const leaving = (stacks: readonly StackAddress[]): Pick<Release, 'left'> =>
  stacks.length > 0 ? { left: stacks.map(({ name, region }) => ({ name, region })) } : {};

/**
 * Deploys a place, or goes on with a deployment that failed or was killed; gives whether the site answers.
 * @throws Refusal
 */
export async function deploy(
  place: Place,
  { yes, changeDomain, atOnce, removeBackups }: Options,
  { cdk = CDK, trySite = answersOutside } = {},
): Promise<boolean> {
  const { settings, product } = place;
  const states = await presentStacks(place);
  const failed = states.filter(isFailedCreation);
  const isFirst = !states.some((state) => state.name === product.name && !isFailedCreation(state));
  const last = isFirst ? undefined : (await releases(place)).at(-1);
  if (last) refuseStepsBack(last, lasting(settings), changeDomain);
  const former = await formerStacks(place, last, removeBackups);
  await cdk.synthesize(place, isFirst);
  await showPlan(place, cdk, isFirst, failed);
  for (const line of planOf(former)) console.log(line);
  await ask(`Deploy ${place.name}?`, { yes });
  for (const state of failed) await removeStack(state);
  await cdk.deployStacks(place, atOnce);
  if (isFirst && settings.durable) {
    console.log('Everything is there: protecting it against deletion.');
    await cdk.synthesize(place, false);
    await cdk.deployStacks(place, atOnce);
  }
  const made = releaseOf(place, cdk);
  // Recorded with what is about to be removed, so that a removal that fails is repeated by the next deployment.
  await record(place, { ...made, ...leaving([...former.kept, ...former.removed]) });
  await removeFormer(former);
  const release = { ...made, ...leaving(former.kept) };
  if (former.removed.length > 0) await record(place, release);
  const present = await settled(product);
  if (!present) throw new Refusal(`${product.name} is gone: somebody removed it meanwhile.`);
  const answers = await trySite(place, present);
  if (answers) await record(place, { ...release, answered: true });
  conclude(place, present, { answers, isNew: !last });
  return answers;
}

/** Says what is left to do. */
function conclude(place: Place, made: StackState, { answers, isNew }: { answers: boolean; isNew: boolean }): void {
  if (!answers) console.log('The deployment is made, and the site does not answer as it should.');
  if (!answers && !isNew) console.log('"npm run rollback" brings back what was deployed before.');
  console.log(['', 'Left to do:', ...leftToDo(place, made, isNew)].join('\n'));
}

if (import.meta.main) process.exitCode = await runCommand(deploy);
