import type { ComponentProps } from 'react';
import { dayRefusal, typedDays } from '#shared/rules/dates.ts';
import { TextField } from './fields.tsx';

export const DateField = (props: Omit<ComponentProps<typeof TextField>, 'type'>) => (
  <TextField type="date" {...typedDays(new Date())} {...props} />
);

/** Returns why a date field's value is refused; undefined if it is valid or empty. */
export const dateRefusal = ({ value, validity }: HTMLInputElement) =>
  value || validity.badInput ? dayRefusal(value, new Date()) : undefined;
