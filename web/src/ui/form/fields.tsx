import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { type ReactNode, useId } from 'react';
import { Input, type InputProps, Select, Textarea, type TextareaProps } from '../eager/controls.tsx';
import { useForm } from './form.tsx';

interface Labelled {
  name: string;
  label: string;
  hint?: string;
  required?: boolean;
}

/** Links a control to its label, hint and error; spread it on the control. */
interface ControlProps {
  id: string;
  name: string;
  size?: 'md' | 'lg';
  required?: boolean;
  'aria-invalid'?: true;
  'aria-describedby'?: string;
}

/** Labelled form field with its hint and error, linked for assistive technology. */
export function FormField({
  name,
  label,
  hint,
  required,
  children,
}: Labelled & { children: (control: ControlProps) => ReactNode }) {
  const id = useId();
  const { errors, values, noteOf, size } = useForm();
  const error = errors[name];
  const note = noteOf?.(name, String(values[name] ?? ''));
  const about = error ?? note?.text ?? hint;
  const invalid = error === undefined ? undefined : true;
  return (
    <Flex direction="column" gap="1.5" width="full">
      <chakra.label htmlFor={id} textStyle="sm" fontWeight="medium">
        {label}
      </chakra.label>
      {children({ id, name, size, required, 'aria-invalid': invalid, 'aria-describedby': about && `${id}-about` })}
      {about && (
        <Text
          id={`${id}-about`}
          textStyle="xs"
          color={error || note?.isOver ? 'fg.error' : 'fg.muted'}
          aria-live={note && 'polite'}
        >
          {about}
        </Text>
      )}
    </Flex>
  );
}

export const TextField = ({ name, label, hint, required, ...props }: Labelled & InputProps) => (
  <FormField name={name} label={label} hint={hint} required={required}>
    {(control) => <Input {...control} {...props} />}
  </FormField>
);

export const TextAreaField = ({ name, label, hint, required, ...props }: Labelled & TextareaProps) => (
  <FormField name={name} label={label} hint={hint} required={required}>
    {(control) => <Textarea rows={4} {...control} {...props} />}
  </FormField>
);

interface ChoiceProps extends Labelled {
  /** Text of the empty option. */
  placeholder?: string;
  defaultValue?: string;
  options: readonly { value: string; label: string }[];
}

export const SelectField = ({ placeholder, defaultValue, options, ...field }: ChoiceProps) => (
  <FormField {...field}>
    {(control) => (
      <Select {...control} defaultValue={defaultValue}>
        {placeholder && <option value="">{placeholder}</option>}
        {options.map(({ value, label }) => (
          <option key={value} value={value} dir="auto">
            {label}
          </option>
        ))}
      </Select>
    )}
  </FormField>
);
