import { Button, IconButton } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { CalendarOff, Plus, X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { dayRefusal, typedDays } from '#shared/rules/dates.ts';
import { londonParts } from '#shared/rules/london.ts';
import { sayDayOfWeek } from '#shared/rules/say-date.ts';
import { isWorkingDay } from '#shared/rules/working-days.ts';
import type { ListDraft } from '../../lib/drafts/values-draft.ts';
import { useFocusFallback } from '../../lib/screen/use-focus-fallback.ts';
import { DOT } from '../../lib/text/format.ts';
import { Input } from '../../ui/eager/controls.tsx';
import { dateRefusal } from '../../ui/form/date-field.tsx';

interface DayProps {
  day: string;
  note: string | undefined;
  onRemove: () => void;
}

const Day = ({ day, note, onRemove }: DayProps) => (
  <Flex
    as="li"
    align="center"
    bg={note === 'past' ? 'transparent' : 'bg.muted'}
    borderWidth="1px"
    borderRadius="full"
    ps="3"
  >
    <Text as="span" textStyle="sm" color={note === 'past' ? 'fg.muted' : 'fg'}>
      <span>{sayDayOfWeek(day)}</span>
      {note && (
        <Text as="span" color="fg.muted">
          {DOT + note}
        </Text>
      )}
    </Text>
    <IconButton
      ref={useFocusFallback()}
      aria-label={`Remove ${sayDayOfWeek(day)}`}
      size="xs"
      variant="plain"
      colorPalette="gray"
      onClick={onRemove}
    >
      <X aria-hidden />
    </IconButton>
  </Flex>
);

/** Returns why a day cannot be added; undefined if it can. */
function refusalOf(field: HTMLInputElement, { shown }: ListDraft): string | undefined {
  const day = field.value;
  const refusal = dateRefusal(field);
  if (refusal) return refusal;
  if (!day) return 'Choose a date';
  if (shown.includes(day)) return `${sayDayOfWeek(day)} is already in the list`;
  return isWorkingDay(day, [])
    ? undefined
    : `${sayDayOfWeek(day)} is a weekend or bank holiday, so it is already closed`;
}

function AddDay({ days }: { days: ListDraft }) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [said, say] = useState<{ text: string; isError: boolean }>();
  const add = () => {
    if (!field.current) return;
    const refusal = refusalOf(field.current, days);
    const day = field.current.value;
    say({ text: refusal ?? `Added ${sayDayOfWeek(day)}`, isError: refusal !== undefined });
    if (refusal === undefined) {
      days.add(day);
      field.current.value = '';
    }
    field.current.focus();
  };
  return (
    <div>
      <chakra.label htmlFor={id} textStyle="sm" fontWeight="medium" display="block" mb="1.5">
        Another closed day
      </chakra.label>
      <Flex gap="2" wrap="wrap">
        <Input
          ref={field}
          id={id}
          // Outside the form, so that saving the section does not empty it.
          form=""
          type="date"
          {...typedDays(new Date())}
          flex="0 1 11rem"
          minW="0"
          aria-invalid={said?.isError || undefined}
          aria-describedby={`${id}-said`}
          onChange={(event) => event.stopPropagation()}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
        />
        <Button variant="outline" onClick={add}>
          <Plus aria-hidden />
          Add
        </Button>
      </Flex>
      <Text id={`${id}-said`} role="status" textStyle="xs" mt="1.5" color={said?.isError ? 'fg.error' : 'fg.muted'}>
        {said?.text}
      </Text>
    </div>
  );
}

const RemovePast = ({ count, onRemove }: { count: number; onRemove: () => void }) => (
  <Button
    ref={useFocusFallback()}
    justifySelf="start"
    size="xs"
    variant="outline"
    colorPalette="gray"
    onClick={onRemove}
  >
    {count === 1 ? 'Remove the Past Day' : `Remove ${count} Past Days`}
  </Button>
);

/** Days on which the firm is closed besides weekends and bank holidays, saved with their section. */
export function ClosedDays({ days }: { days: ListDraft }) {
  const today = londonParts(new Date()).date;
  const past = days.shown.filter((day) => day < today);
  const noteOf = (day: string) => {
    if (dayRefusal(day, new Date())) return 'out of range';
    return days.isNew(day) ? 'not saved yet' : day < today ? 'past' : undefined;
  };
  return (
    <chakra.fieldset id="firm.closedDays" tabIndex={-1} outline="none" minW="0" display="grid" gap="3">
      <chakra.legend textStyle="sm" fontWeight="medium" float="left" width="full">
        Closed days
      </chakra.legend>
      {days.shown.length === 0 ? (
        <Flex gap="2" align="center" textStyle="sm" color="fg.muted">
          <CalendarOff size={16} aria-hidden />
          No extra closed days.
        </Flex>
      ) : (
        <Flex as="ul" gap="2" wrap="wrap" listStyleType="none">
          {days.shown.map((day) => (
            <Day key={day} day={day} note={noteOf(day)} onRemove={() => days.remove([day])} />
          ))}
        </Flex>
      )}
      {past.length > 0 && <RemovePast count={past.length} onRemove={() => days.remove(past)} />}
      <AddDay days={days} />
    </chakra.fieldset>
  );
}
