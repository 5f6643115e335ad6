import path from 'node:path';
import type { Finding } from './findings.ts';

/** A finding that stands, and why. */
export interface Acknowledgement extends Pick<Finding, 'tool' | 'rule'> {
  /** Paths of constructs; `*` is any part between slashes, `**` any number of parts. Each has to match a finding. */
  resources: readonly string[];
  /** In no other variant. */
  variant?: string;
  /** A sentence. */
  reason: string;
}

const concerns = (of: Acknowledgement, pattern: string, finding: Finding) =>
  of.tool === finding.tool &&
  of.rule === finding.rule &&
  (of.variant ?? finding.variant) === finding.variant &&
  path.posix.matchesGlob(finding.resource, pattern);

/** What came of findings and acknowledgements. */
export interface Verdict {
  /** Findings that nothing acknowledges. */
  open: Finding[];
  /** Acknowledgements of what nobody finds any more, as sentences. */
  stale: string[];
  /** How many findings are acknowledged, by tool and rule. */
  acknowledged: Map<string, number>;
}

/** Holds findings against what is acknowledged. */
export function judge(findings: readonly Finding[], acknowledgements: readonly Acknowledgement[]): Verdict {
  const used = new Set<string>();
  const acknowledged = new Map<string, number>();
  const patterns = acknowledgements.flatMap((of) => of.resources.map((pattern) => ({ of, pattern })));
  const nameOf = ({ of, pattern }: (typeof patterns)[number]) =>
    `${of.tool} ${of.rule} ${pattern}${of.variant ? ` (${of.variant})` : ''}`;
  const open = findings.filter((finding) => {
    const matching = patterns.filter(({ of, pattern }) => concerns(of, pattern, finding));
    for (const match of matching) used.add(nameOf(match));
    const rule = `${finding.tool} ${finding.rule}`;
    if (matching.length > 0) acknowledged.set(rule, (acknowledged.get(rule) ?? 0) + 1);
    return matching.length === 0;
  });
  const stale = patterns.map(nameOf).filter((name) => !used.has(name));
  return { open, stale, acknowledged };
}
