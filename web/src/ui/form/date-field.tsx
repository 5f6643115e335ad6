import type { ComponentProps } from 'react';
import { dayRefusal, typedDays } from '#shared/rules/dates.ts';
import { TextField } from './fields.tsx';

/** A form's field for a date that people type. */
export const DateField = (props: Omit<ComponentProps<typeof TextField>, 'type'>) => (
  <TextField type="date" {...typedDays(new Date())} {...props} />
);

/** Returns why a date field's date cannot be taken; undefined for one that can, and for an empty field. */
export const dateRefusal = ({ value, validity }: HTMLInputElement) =>
  value || validity.badInput ? dayRefusal(value, new Date()) : undefined;
