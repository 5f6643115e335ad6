import { Box } from '@chakra-ui/react/box';
import type { ReactNode } from 'react';
import type { Setting } from '#shared/settings.ts';
import { TextAreaField, TextField } from '../../ui/form/fields.tsx';
import { Policy } from './policy.tsx';
import { HINTS, OPTION_TEXTS } from './texts.ts';

type Typed = Readonly<Record<string, string>>;

/** Name of the choice between a number and none. */
const choiceOf = (field: string) => `${field}.choice`;

/** Returns a stored value as its fields show it. Without a number, the recommended one is offered. */
export function typedIn([field, about]: [string, Setting], value: unknown): [name: string, typed: string][] {
  if (about.kind === 'days') return [];
  if (about.kind !== 'optional number') return [[field, String(value ?? '')]];
  const choice = value === null ? 'unset' : 'set';
  return [
    [choiceOf(field), choice],
    [field, String(value ?? about.recommended)],
  ];
}

// Number fields accept "1e2".
const numberOf = (typed: unknown) => (typeof typed === 'string' && /^\d+$/.test(typed) ? Number(typed) : Number.NaN);

/** Returns the value to store, of fields with the given name. */
export function storedFrom(about: Setting, name: string, typed: Readonly<Record<string, unknown>>): unknown {
  if (about.kind === 'flag') return typed[name] === 'true';
  if (about.kind === 'optional number' && typed[choiceOf(name)] === 'unset') return null;
  return 'unit' in about ? numberOf(typed[name]) : typed[name];
}

const typeOf = (about: Setting) =>
  about.kind === 'time' ? 'time' : about.kind === 'text' ? (about.isPhone ? 'tel' : 'text') : 'number';

interface Props {
  section: string;
  field: string;
  about: Setting;
  typed: Typed;
  onType: (change: Typed) => void;
  /** Value that somebody else saved meanwhile, else the usual hint. */
  hint: (usual?: string) => string | undefined;
  /** Settings that one option alone needs. */
  moreOf: (option: string) => ReactNode;
}

function Input({ section, field, about, typed, onType, hint, label }: Omit<Props, 'moreOf'> & { label: string }) {
  const range = 'unit' in about ? `From ${about.from} to ${about.to}.` : undefined;
  const shared = {
    name: `${section}.${field}`,
    label,
    value: typed[field],
    hint: hint([range, HINTS[`${section}.${field}`]].filter(Boolean).join(' ') || undefined),
    required: about.kind !== 'text' || about.required !== undefined,
  };
  if (about.kind === 'text' && about.isLong)
    return (
      <Box gridColumn="1 / -1">
        <TextAreaField {...shared} onChange={({ target }) => onType({ [field]: target.value })} />
      </Box>
    );
  return (
    <TextField
      {...shared}
      type={typeOf(about)}
      step={about.kind === 'time' ? about.stepSeconds : undefined}
      placeholder={about.kind === 'text' ? about.example : undefined}
      width={about.kind === 'text' ? undefined : { sm: '10rem' }}
      onChange={({ target }) => onType({ [field]: target.value })}
    />
  );
}

/** Field of a setting, drawn by its kind. */
export function SettingField(props: Props) {
  const { section, field, about, typed, onType, hint, moreOf } = props;
  if (!('options' in about)) return <Input {...props} label={about.label} />;
  const isOptional = about.kind === 'optional number';
  const name = isOptional ? choiceOf(field) : field;
  const value = typed[name] ?? '';
  const hasNumber = isOptional && value === 'set';
  return (
    <Box gridColumn="1 / -1">
      <Policy
        name={`${section}.${name}`}
        label={about.label}
        hint={hasNumber ? undefined : hint()}
        options={about.options}
        texts={OPTION_TEXTS[`${section}.${field}`] ?? {}}
        more={hasNumber ? <Input {...props} label={about.field} /> : moreOf(value)}
        value={value}
        onChoose={(option) => onType({ [name]: option })}
      />
    </Box>
  );
}
