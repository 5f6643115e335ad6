import { spawnSync } from 'node:child_process';
import { CDK, type Cdk } from './cdk.ts';
import { ask, type Options, runCommand } from './command.ts';
import { type Place, Refusal } from './place.ts';
import { keptStacks, lasting, refuseStepBack, releases } from './release.ts';
import { answersOutside, conclude } from './smoke.ts';
import { isFailedCreation, present, remedy } from './stacks.ts';

/** Printed after each deployment, because an upgrade may recommend more. */
const LEFT_TO_DO = `
Left to do:
- DNS: create the records in the outputs Dns… above, unless they exist (docs/runbook.md, "Mail is refused or does not arrive").
- After the first deployment: confirm the alarm emails, request SES production access, create the first admin (docs/operate.md).
- Security: by default, clients need only their portal link and staff only a password. An admin can turn on what /admin/settings
  recommends: codes on new devices, links that expire, a second factor for staff and more. The page explains each.`;

/** Returns the checked-out commit, with "-dirty" if there are uncommitted changes; "unknown" outside git. */
const checkedOut = () =>
  spawnSync('git', ['describe', '--always', '--exclude=*', '--abbrev=40', '--dirty'], {
    encoding: 'utf8',
  }).stdout?.trim() || 'unknown';

/** Deploys a place, or resumes a failed deployment. Returns true if the site answers. Throws {@link Refusal}. */
export async function deploy(
  place: Place,
  { yes = false, 'at-once': atOnce = false, 'change-domain': changeDomain }: Partial<Options>,
  { cdk = CDK, trySite = answersOutside }: { cdk?: Cdk; trySite?: typeof answersOutside } = {},
): Promise<boolean> {
  const { settings, product } = place;
  const states = await present(place.stacks);
  const blocked = states.map(remedy).find((sentence) => sentence);
  if (blocked) throw new Refusal(blocked);
  const isFirst = !states.some((state) => state.name === product.name && !isFailedCreation(state));
  const last = isFirst ? undefined : (await releases(place)).at(-1);
  if (last) refuseStepBack(last, lasting(settings), { changeDomain });
  cdk.synthesize(place, isFirst);
  cdk.showDifference(place);
  const kept = await keptStacks(place.stacks, last);
  await ask(`Deploy ${place.name} to account ${settings.env.account}?`, { yes });
  cdk.deployStacks(place, atOnce);
  if (isFirst && settings.durable) {
    console.log('All stacks are deployed. Turning on deletion protection.');
    cdk.synthesize(place, false);
    cdk.deployStacks(place, atOnce);
  }
  const release = {
    time: new Date().toISOString(),
    commit: checkedOut(),
    settings: lasting(settings),
    stacks: [...cdk.templates(place), ...kept],
  };
  const answers = await conclude(place, release, trySite);
  if (!answers && last) console.log('Run "npm run rollback" to restore the previous release.');
  console.log(LEFT_TO_DO);
  return answers;
}

if (import.meta.main) await runCommand(deploy);
