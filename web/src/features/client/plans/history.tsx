import { chakra } from '@chakra-ui/react/styled-system';
import type { NotedStep } from '#shared/contract/loas.ts';
import { countOf, listOf } from '#shared/rules/counted-words.ts';
import { STEP_LABELS } from '#shared/rules/loas.ts';
import { sayDay } from '#shared/rules/say-date.ts';
import { dotted } from '../../../lib/text/format.ts';
import { REASON_LABELS, WAY_LABELS } from '../../../parts/loa/loa-line.ts';
import { Words } from '../../../ui/text/words.tsx';

const List = chakra('details', {
  base: {
    textStyle: 'xs',
    color: 'fg.muted',
    '&[open]': { flexBasis: 'full' },
    '& > summary': {
      width: 'fit',
      cursor: 'pointer',
      borderRadius: 'l1',
      _focusVisible: { outline: '2px solid {colors.brand.focusRing}', outlineOffset: '2px' },
    },
    '& > ol': { listStyleType: 'none', borderInlineStartWidth: '2px', ps: '2.5', mt: '1', display: 'grid', gap: '1.5' },
    '& b': { fontWeight: 'semibold', color: 'fg' },
  },
});

/** Returns what was noted with a step besides its day, in short phrases. */
const detailsOf = ({ how, whom, ref, promisedOn, gaps, why }: NotedStep) =>
  dotted([
    how && WAY_LABELS[how],
    whom && `Spoke to ${whom}`,
    ref && `Reference ${ref}`,
    promisedOn && `Promised by ${sayDay(promisedOn)}`,
    gaps && `Missing: ${listOf(gaps)}`,
    why && REASON_LABELS[why],
  ]);

/** Steps of a letter, the newest first. Folded until somebody opens it. */
export const History = ({ steps }: { steps: readonly NotedStep[] }) =>
  steps.length > 0 && (
    <List>
      <summary>{countOf(steps.length, 'step')}</summary>
      <ol>
        {steps.toReversed().map((step) => (
          <li key={`${step.step} ${step.at}`}>
            <b>{STEP_LABELS[step.step]}</b> <span>{`on ${sayDay(step.on)}, noted by `}</span>
            <Words>{step.by}</Words>
            {detailsOf(step) && (
              <Words as="span" display="block">
                {detailsOf(step)}
              </Words>
            )}
            {step.note && (
              <Words as="span" display="block" whiteSpace="pre-wrap">
                {step.note}
              </Words>
            )}
          </li>
        ))}
      </ol>
    </List>
  );
