/** Something that is not as it should be, told by ids alone. */
export interface Finding {
  /** What it is about, such as `client 3Jx…`. */
  where: string;
  problem: string;
  /** Nothing is lost, and using the app puts it right: it is told, but is no problem. */
  passing?: true;
  /** Puts it right if it is still so; `false` where it changed meanwhile. Absent where a person has to decide. */
  repair?: () => Promise<boolean>;
}

const textOf = ({ where, problem }: Finding) => `${where}: ${problem}`;

/**
 * What a check finds twice, a moment apart: in a live system a change between two reads looks wrong once.
 * `check` reads anew each time.
 */
export async function confirmed(check: () => Promise<Finding[]>): Promise<Finding[]> {
  const first = new Set((await check()).map(textOf));
  if (first.size === 0) return [];
  return (await check()).filter((finding) => first.has(textOf(finding)));
}

/** Prints findings, repairing those that can be where that is asked for; gives how many are still wrong. */
export async function settle(findings: readonly Finding[], repair: boolean): Promise<number> {
  let wrong = 0;
  for (const finding of findings) {
    const repaired = repair && finding.repair ? await finding.repair() : false;
    if (!repaired && !finding.passing) wrong += 1;
    console.log(textOf(finding) + (repaired ? ' (repaired)' : ''));
  }
  return wrong;
}
