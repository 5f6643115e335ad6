import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import type { Provider } from '#shared/contract/loas.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { sayMonth } from '#shared/rules/say-date.ts';
import { Dash } from '../../../ui/text/dash.tsx';

type Figures = Pick<Provider, 'answers' | 'p50' | 'p90'>;

/** Returns "Usually 8 working days, 9 of 10 within 21 (14 answers)"; undefined without an answer. */
export function usualTime({ answers, p50, p90 }: Figures): string | undefined {
  if (answers === 0) return undefined;
  if (p50 === null || p90 === null) return `${countOf(answers, 'answer')} so far, too few for a usual time`;
  return `Usually ${countOf(p50, 'working day')}, 9 of 10 within ${p90} (${countOf(answers, 'answer')})`;
}

const Times = chakra('table', {
  base: {
    width: 'full',
    textStyle: 'sm',
    fontVariantNumeric: 'tabular-nums',
    '& :is(th, td)': { py: '1', pe: '3', textAlign: 'start' },
    '& thead th': { color: 'fg.muted', fontWeight: 'medium' },
    '& tbody tr': { borderTopWidth: '1px' },
    '& tbody th': { fontWeight: 'normal' },
  },
});

/** Response times of the last 12 months, the newest first. */
export const ResponseTimes = ({ months, ...figures }: Figures & Pick<Provider, 'months'>) => (
  <Box as="section" aria-label="Response times">
    <Text textStyle="sm" fontWeight="medium" mb="1">
      Response Times
    </Text>
    <Text textStyle="sm" color="fg.muted" mb={months.length > 0 ? '2' : undefined}>
      {usualTime(figures) ?? 'No answers in the last 12 months.'}
    </Text>
    {months.length > 0 && (
      <Times>
        <thead>
          <tr>
            <th scope="col">Month</th>
            <th scope="col">Answers</th>
            <th scope="col">Half within</th>
          </tr>
        </thead>
        <tbody>
          {months.toReversed().map(({ month, answers, p50 }) => (
            <tr key={month}>
              <th scope="row">{sayMonth(`${month}-01`)}</th>
              <td>{answers}</td>
              <td>{p50 === null ? <Dash>Too few answers</Dash> : countOf(p50, 'working day')}</td>
            </tr>
          ))}
        </tbody>
      </Times>
    )}
  </Box>
);
