import type { Finding } from '#functions/domain/finding.ts';

const textOf = ({ where, problem }: Finding) => `${where}: ${problem}`;

/** Returns findings that two separate checks confirm, because a concurrent change looks wrong once. */
export async function confirmed(
  check: () => Promise<Finding[]>,
  again: () => Promise<Finding[]> = check,
): Promise<Finding[]> {
  const first = new Set((await check()).map(textOf));
  if (first.size === 0) return [];
  return (await again()).filter((finding) => first.has(textOf(finding)));
}

/** Prints findings, and repairs them if `repair` is set. Returns the number of remaining problems. */
export async function settle(findings: readonly Finding[], repair: boolean): Promise<number> {
  let wrong = 0;
  for (const finding of findings) {
    const repaired = repair && finding.repair ? await finding.repair() : false;
    if (!repaired && !finding.passing) wrong += 1;
    console.log(textOf(finding) + (repaired ? ' (repaired)' : ''));
  }
  return wrong;
}
