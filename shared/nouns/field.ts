/** A field of a noun that people fill in. */
type FieldRules = Rules & Logging;

/**
 * - `values`: the audit log keeps the old and the new one, shown with a label.
 * - `change`: only that it changed.
 * - `apart`: in its own way.
 */
type Logging = { logged: 'values'; label: string } | { logged: 'change' | 'apart' };

interface Rules {
  /** Name in the audit log, if that is another. */
  as?: string;
  /** Name in a sentence of the audit log, if that is another. */
  said?: string;
  /** Set if it always has a value. */
  always?: true;
  /** Set if clients never see it. */
  staffOnly?: true;
}

export type Fields = Readonly<Record<string, FieldRules>>;

type With<F extends Fields, R> = { [K in keyof F]: F[K] extends R ? K : never }[keyof F] & string;
type Optional<F extends Fields> = Exclude<keyof F & string, With<F, { always: true }>>;
export type Logged<F extends Fields> = With<F, { logged: 'values' }>;
type StaffOnly<F extends Fields> = With<F, { staffOnly: true }>;
type LoggedName<F extends Fields> = {
  [K in Logged<F>]: F[K] extends { as: infer Name extends string } ? Name : K;
}[Logged<F>];

export const namesOf = <F extends Fields>(fields: F) => Object.keys(fields) as (keyof F & string)[];

/** Returns the fields that may have no value. */
export const optionalOf = <F extends Fields>(fields: F) =>
  namesOf(fields).filter((name): name is Optional<F> => !fields[name]?.always);

/** Stored texts. */
export type Stored<F extends Fields> = Partial<Record<Optional<F>, string>>;

/** Returns the stored texts as answers have them: null for none. */
export const orNull = <F extends Fields>(fields: F, stored: Stored<F>) =>
  Object.fromEntries(optionalOf(fields).map((name) => [name, stored[name] ?? null])) as Record<
    Optional<F>,
    string | null
  >;

/** Returns the optional texts that a change names, with `undefined` for those to remove. */
export const givenOf = <F extends Fields>(fields: F, change: { [K in Optional<F>]?: string | null | undefined }) => {
  const given = optionalOf(fields).filter((name) => change[name] !== undefined);
  return Object.fromEntries(given.map((name) => [name, change[name] ?? undefined])) as Stored<F>;
};

/** Returns what clients may see. */
export const withoutStaffOnly = <F extends Fields, T extends object>(fields: F, shown: T) =>
  Object.fromEntries(Object.entries(shown).filter(([name]) => !fields[name]?.staffOnly)) as Omit<T, StaffOnly<F>>;

/** Returns the fields of which the audit log keeps values. */
export const loggedOf = <F extends Fields>(fields: F) =>
  namesOf(fields).filter((name): name is Logged<F> => fields[name]?.logged === 'values');

/** Returns the fields whose change is logged together with others. */
export const changedOf = <F extends Fields>(fields: F) =>
  namesOf(fields).filter((name) => fields[name]?.logged !== 'apart');

export const staffOnlyOf = <F extends Fields>(fields: F) =>
  namesOf(fields).filter((name): name is StaffOnly<F> => fields[name]?.staffOnly === true);

export const loggedName = <F extends Fields>(fields: F, name: Logged<F>) => (fields[name]?.as ?? name) as LoggedName<F>;

/** Returns the labels of values in the audit log, by their names there. */
export const labelsOf = <F extends Fields>(fields: F) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      field.logged === 'values' ? [[field.as ?? name, field.label]] : [],
    ),
  ) as Record<LoggedName<F>, string>;

/** Returns how sentences of the audit log name fields, where they do not use their names. */
export const saidOf = (fields: Fields): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, { as = name, said }]) => (said ? [[as, said]] : [])));

export const loggedNamesOf = <F extends Fields>(fields: F) => loggedOf(fields).map((name) => loggedName(fields, name));
