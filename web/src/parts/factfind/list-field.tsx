import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { Plus } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { Question, RowField } from '#shared/rules/factfind-shape.ts';
import { FACTFIND_LIMITS } from '#shared/rules/limits.ts';
import { Select } from '../../ui/eager/controls.tsx';
import { Question as Ask } from '../../ui/feedback/question.tsx';
import { ErrorText } from './error-text.tsx';
import { TextControl } from './text-controls.tsx';
import type { TypedRow } from './typed.ts';

const ID_LENGTH = 8;
const newRow = (): TypedRow => ({ id: crypto.randomUUID().slice(0, ID_LENGTH) });
const withArticle = (noun: string) => `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;

interface FieldProps {
  field: RowField;
  value: string;
  error: string | undefined;
  onType: (text: string) => void;
}

function RowFieldControl({ field, value, error, onType }: FieldProps) {
  const id = useId();
  const linked = {
    id,
    'aria-labelledby': `${id}-label`,
    'aria-describedby': error && `${id}-error`,
    'aria-invalid': error ? (true as const) : undefined,
  };
  const isGroup = field.type === 'month';
  return (
    <Box>
      <chakra.label htmlFor={isGroup ? undefined : id} id={`${id}-label`} display="block" fontWeight="medium" mb="1.5">
        {field.text}
      </chakra.label>
      {field.type === 'one' ? (
        <Select {...linked} size="lg" value={value} onChange={({ target }) => onType(target.value)}>
          <option value=""> </option>
          {Object.entries(field.options ?? {}).map(([option, words]) => (
            <option key={option} value={option}>
              {words}
            </option>
          ))}
        </Select>
      ) : (
        <TextControl field={field} linked={linked} value={value} onType={onType} />
      )}
      <ErrorText id={`${id}-error`}>{error}</ErrorText>
    </Box>
  );
}

interface CardProps {
  title: string;
  fields: readonly RowField[];
  row: TypedRow;
  /** True for a row that was just added. */
  isNew: boolean;
  errors: Readonly<Record<string, string>>;
  isReadOnly: boolean;
  onType: (row: TypedRow) => void;
  onRemove: () => void;
}

function RowCard({ title, fields, row, isNew, errors, isReadOnly, onType, onRemove }: CardProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    if (isNew) heading.current?.focus();
  }, [isNew]);
  const isBlank = fields.every((field) => !row[field.id]);
  return (
    <Box as="li" borderWidth="1px" borderRadius="l3" p={{ base: '3', md: '5' }}>
      <Grid role="group" aria-labelledby={id} gap="4" templateColumns="minmax(0, 1fr)">
        <chakra.h3 ref={heading} id={id} tabIndex={-1} fontFamily="body" textStyle="lg" fontWeight="semibold">
          <span key={title}>{title}</span>
        </chakra.h3>
        {fields.map((field) => (
          <RowFieldControl
            key={field.id}
            field={field}
            value={row[field.id] ?? ''}
            error={errors[`${row.id}.${field.id}`]}
            onType={(text) => onType({ ...row, [field.id]: text })}
          />
        ))}
        {!isReadOnly && (
          <Flex wrap="wrap">
            <Button
              hidden={isAsking}
              size="lg"
              variant="ghost"
              colorPalette="gray"
              px="2"
              ms="-2"
              aria-label={`Remove ${title}`}
              onClick={() => (isBlank ? onRemove() : setAsking(true))}
            >
              Remove
            </Button>
            {isAsking && (
              <Ask
                label={`Remove ${title}`}
                text="Remove this? What you wrote here is deleted."
                yes="Yes, Remove It"
                no="Keep It"
                danger
                size="lg"
                onYes={onRemove}
                onNo={() => setAsking(false)}
              />
            )}
          </Flex>
        )}
      </Grid>
    </Box>
  );
}

interface Props {
  question: Question;
  rows: readonly TypedRow[];
  errors: Readonly<Record<string, string>>;
  isReadOnly: boolean;
  /** Undefined if no row is left. */
  onType: (rows: readonly TypedRow[] | undefined) => void;
}

/** A card for each row, and a button to add one. */
export function ListField({ question: { fields = [], row: noun = '' }, rows, errors, isReadOnly, onType }: Props) {
  const [added, setAdded] = useState<string>();
  const button = useRef<HTMLButtonElement>(null);
  const add = () => {
    const row = newRow();
    setAdded(row.id);
    onType([...rows, row]);
  };
  const remove = (id: string) => {
    const left = rows.filter((row) => row.id !== id);
    onType(left.length > 0 ? left : undefined);
    button.current?.focus();
  };
  return (
    <>
      {rows.length > 0 && (
        <Grid as="ul" listStyleType="none" gap="3" templateColumns="minmax(0, 1fr)" mb="3">
          {rows.map((row, at) => (
            <RowCard
              key={row.id}
              title={`${noun} ${at + 1} of ${rows.length}`}
              fields={fields}
              row={row}
              isNew={row.id === added}
              errors={errors}
              isReadOnly={isReadOnly}
              onType={(changed) => onType(rows.map((one) => (one.id === row.id ? changed : one)))}
              onRemove={() => remove(row.id)}
            />
          ))}
        </Grid>
      )}
      {!isReadOnly &&
        (rows.length < FACTFIND_LIMITS.rows ? (
          <Button ref={button} size="lg" variant="outline" onClick={add}>
            <Plus aria-hidden />
            <span key={rows.length > 0 ? 'another' : 'first'}>
              {rows.length > 0 ? `Add Another ${noun}` : `Add ${withArticle(noun)}`}
            </span>
          </Button>
        ) : (
          <Text color="fg.muted">{`${FACTFIND_LIMITS.rows} are the most here. Please write the rest to your adviser.`}</Text>
        ))}
    </>
  );
}
