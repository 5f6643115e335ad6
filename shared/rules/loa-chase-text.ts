import { listOf } from './counted-words.ts';
import type { LOA_WAYS } from './loas.ts';
import { sayDay } from './say-date.ts';

type Way = (typeof LOA_WAYS)[number];

const BY: Readonly<Record<Way, string>> = {
  phone: 'by phone',
  email: 'by email',
  portal: 'through your portal',
  post: 'by post',
  unipass: 'through Unipass',
};

interface Letter {
  clientName: string;
  sentOn: string | null;
  gaps: readonly string[];
  /** Oldest first. */
  steps: readonly { step: string; how: Way | null; ref: string | null }[];
}

/** Returns a text that requests a provider’s answer to a sent letter. Contains only what is on file. */
export function chaseText(letter: Letter, planNumbers: readonly string[]): string {
  const { clientName, sentOn, gaps } = letter;
  const steps = letter.steps.slice(letter.steps.findLastIndex(({ step }) => step === 'sent'));
  const how = steps[0]?.how;
  const ref = steps.findLast((step) => step.ref)?.ref;
  const lines = [
    `Letter of authority for ${clientName}`,
    planNumbers.length > 0 && `Plan ${planNumbers.length === 1 ? 'number' : 'numbers'}: ${listOf(planNumbers)}`,
    sentOn && `Sent on ${sayDay(sentOn)}${how ? ` ${BY[how]}` : ''}`,
    ref && `Reference: ${ref}`,
    gaps.length > 0 && `Still missing: ${listOf(gaps)}`,
    '',
    `Please tell us when we can expect ${gaps.length > 0 ? 'the rest' : 'your answer'}.`,
  ];
  return lines.filter((line) => typeof line === 'string').join('\n');
}
