import type { Finding } from '#functions/domain/finding.ts';

const textOf = ({ where, problem }: Finding) => `${where}: ${problem}`;

/** Returns findings that two separate checks confirm, because a concurrent change looks wrong once. */
async function confirmed(check: () => Promise<Finding[]>, again: () => Promise<Finding[]>): Promise<Finding[]> {
  const first = new Set((await check()).map(textOf));
  if (first.size === 0) return [];
  return (await again()).filter((finding) => first.has(textOf(finding)));
}

/**
 * Prints what `check` and then `again` find, and repairs it if `repair` is set. Returns the number of remaining problems.
 */
export async function settle(
  repair: boolean,
  check: () => Promise<Finding[]>,
  again: () => Promise<Finding[]> = check,
): Promise<number> {
  let wrong = 0;
  for (const finding of await confirmed(check, again)) {
    const repaired = repair && finding.repair ? await finding.repair() : false;
    if (!repaired && !finding.passing) wrong += 1;
    console.log(textOf(finding) + (repaired ? ' (repaired)' : ''));
  }
  return wrong;
}
