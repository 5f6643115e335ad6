import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { useId } from 'react';
import type { Question, RowField } from '#shared/rules/factfind-shape.ts';
import { MONTHS } from '#shared/rules/say-date.ts';
import { Input, Select, Textarea } from '../../ui/eager/controls.tsx';
import { PARTIAL_DATE } from './typed.ts';

/** The rules accept days of these centuries. */
const DAYS = { min: '1900-01-01', max: '2199-12-31' };

/** Links a control to its label, help and error. */
export interface Linked {
  id: string;
  'aria-labelledby': string;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true | undefined;
}

interface Props {
  field: Question | RowField;
  linked: Linked;
  value: string;
  onType: (text: string) => void;
  autoComplete?: string | undefined;
}

const Small = chakra('span', { base: { display: 'block', textStyle: 'sm', color: 'fg.muted', mb: '1' } });

/** Month and year, as not every browser has a field for both. */
function MonthControl({ linked, value, onType }: Props) {
  const id = useId();
  const [year = '', month = ''] = value.split('-');
  const { 'aria-labelledby': label, 'aria-describedby': about, 'aria-invalid': invalid } = linked;
  const write = (y: string, m: string) => onType(`${y.replaceAll('-', '')}-${m}`);
  return (
    <Flex role="group" aria-labelledby={label} aria-describedby={about} gap="3" wrap="wrap">
      <Box flex="0 1 11rem" minW="0">
        <label htmlFor={linked.id}>
          <Small>Month</Small>
        </label>
        <Select
          id={linked.id}
          size="lg"
          aria-invalid={invalid}
          value={month}
          onChange={({ target }) => write(year, target.value)}
        >
          <option value=""> </option>
          {MONTHS.map((name, at) => (
            <option key={name} value={String(at + 1).padStart(2, '0')}>
              {name}
            </option>
          ))}
        </Select>
      </Box>
      <Box flex="0 1 7rem" minW="0">
        <label htmlFor={id}>
          <Small>Year</Small>
        </label>
        <Input
          id={id}
          size="lg"
          inputMode="numeric"
          maxLength={4}
          aria-invalid={invalid}
          value={year}
          onChange={({ target }) => write(target.value, month)}
        />
      </Box>
    </Flex>
  );
}

/** Field for a text, number, date or month. */
export function TextControl(props: Props) {
  const { field, linked, value, onType, autoComplete } = props;
  switch (field.type) {
    case 'month':
      return <MonthControl {...props} />;
    case 'text':
      return (
        <Textarea
          {...linked}
          size="lg"
          rows={4}
          autoComplete={autoComplete}
          value={value}
          onChange={({ target }) => onType(target.value)}
        />
      );
    case 'date':
      return (
        <Input
          {...linked}
          {...DAYS}
          type="date"
          size="lg"
          width="auto"
          maxW="full"
          autoComplete={autoComplete}
          value={value === PARTIAL_DATE ? '' : value}
          // The value is empty while parts are missing.
          onChange={({ target }) => onType(target.validity.badInput ? PARTIAL_DATE : target.value)}
        />
      );
    case 'money':
      return (
        <Flex align="center" gap="2" maxW="xs">
          <span aria-hidden>£</span>
          <Input
            {...linked}
            size="lg"
            inputMode="numeric"
            value={value}
            onChange={({ target }) => onType(target.value)}
          />
        </Flex>
      );
    case 'number':
      return (
        <Input
          {...linked}
          size="lg"
          width="7rem"
          maxW="full"
          inputMode="numeric"
          value={value}
          onChange={({ target }) => onType(target.value)}
        />
      );
    default:
      return (
        <Input
          {...linked}
          size="lg"
          autoComplete={autoComplete}
          value={value}
          onChange={({ target }) => onType(target.value)}
        />
      );
  }
}
