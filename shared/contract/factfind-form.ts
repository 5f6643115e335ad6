import * as z from 'zod/mini';
import { OWN_SECTION, SECTION_IDS } from '../rules/factfind-shape.ts';
import { FACTFIND_LIMITS } from '../rules/limits.ts';
import type { Calls } from './call.ts';
import { ADMINS, ADVISERS } from './callers.ts';
import { oneOf } from './fields.ts';
import { ownQuestion } from './requests.ts';

const MOST_OWN = `At most ${FACTFIND_LIMITS.ownQuestions} questions`;
const isDistinct = (list: readonly string[]) => new Set(list).size === list.length;

/** The firm's form. It changes no fact-find that was started. */
export const factfindForm = z
  .strictObject({
    version: z.int('Must be the version that was read'),
    /** Sections that are not ticked at first. */
    off: z
      .array(oneOf(SECTION_IDS, 'Unknown section'), 'Must be a list of sections')
      .check(
        z.refine((off: readonly string[]) => SECTION_IDS.some((id) => !off.includes(id)), 'Keep at least one section'),
      ),
    /** The firm's own questions, at the end of the last section. */
    own: z.array(ownQuestion, 'Must be a list of questions').check(
      z.maxLength(FACTFIND_LIMITS.ownQuestions, MOST_OWN),
      z.refine((own: readonly { id: string }[]) => isDistinct(own.map(({ id }) => id)), 'Every id must be different'),
    ),
  })
  .check(
    z.refine(({ off, own }) => own.length === 0 || !off.includes(OWN_SECTION), {
      path: ['off'],
      message: 'Your own questions are in this section. Keep it, or remove them.',
    }),
  );
export type FactfindForm = z.infer<typeof factfindForm>;

export const factfindFormCalls = {
  'GET /api/factfind-form': {
    reads: 'factfind-form',
    effect: 'none',
    lambda: 'firm',
    allow: ADVISERS,
    about: 'nobody',
    status: 200,
    returns: factfindForm,
  },
  'PATCH /api/factfind-form': {
    changes: ['factfind-form'],
    effect: 'final',
    lambda: 'firm',
    allow: ADMINS,
    about: 'nobody',
    status: 200,
    body: factfindForm,
    returns: factfindForm,
  },
} as const satisfies Calls;
