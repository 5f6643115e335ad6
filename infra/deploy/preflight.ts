import { runCommand } from './command.ts';
import type { Place } from './place.ts';
import { accountChecks, stackChecks } from './preflight/account.ts';
import { type Answer, answered, type Check } from './preflight/answer.ts';
import { edgeChecks } from './preflight/edge.ts';
import { mailChecks } from './preflight/mail.ts';

const MARKS: Record<Answer['mark'], string> = { ok: 'ok', todo: 'to do', wrong: 'WRONG', unknown: 'unknown' };

/** What a deployment needs of its account, each answered in a sentence. */
async function answers(place: Place): Promise<Answer[]> {
  const checks: Check[] = [...stackChecks(place), ...accountChecks(place), ...mailChecks(place), ...edgeChecks(place)];
  return (await Promise.all(checks.map(answered))).flat();
}

/** Asks the account what a deployment needs, and says it; gives whether nothing would make the deployment fail. */
export async function preflight(place: Place): Promise<boolean> {
  const all = await answers(place);
  for (const { mark, text } of all) console.log(`${MARKS[mark].padEnd(7)}  ${text}`);
  const wrong = all.filter(({ mark }) => mark === 'wrong').length;
  console.log(
    wrong > 0 ? `\n${wrong} would make the deployment fail.` : '\nNothing known would make the deployment fail.',
  );
  return wrong === 0;
}

if (import.meta.main) process.exitCode = await runCommand(preflight);
