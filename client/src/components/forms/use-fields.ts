import type { AppError } from '@fundus/contract/errors';
import { useState, type ChangeEvent } from 'react';

type NamesOf<V, T> = { [K in keyof V]: V[K] extends T ? K : never }[keyof V] & string;
type Typed = ChangeEvent<HTMLInputElement | HTMLTextAreaElement>;

type Refusal<V> = {
  /** Why the call of the form was refused. */
  error: AppError | null;
  /** Fields that say themselves what is wrong with them; everything else is said above the form. */
  at: readonly (keyof V & string)[];
  words: (error: AppError) => string;
};

/**
 * What stands in the fields of a form, each named as the call names it: `text`, `check` and `choice` give a field its value, its problem and
 * what happens when it changes; `problem` is what is wrong with the form as a whole (docs/decisions/0031).
 */
export function useFields<V extends object>(initial: V | (() => V), { error, at, words }: Refusal<V>) {
  const [values, setValues] = useState(initial);
  const set = (some: Partial<V>) => setValues((before) => ({ ...before, ...some }));
  const placed = error !== null && (at as readonly string[]).includes(error.field ?? '');
  const problemAt = (name: string): string | null => (placed && error.field === name ? words(error) : null);
  return {
    values,
    set,
    problem: error && !placed ? words(error) : null,
    problemAt,
    text: <K extends NamesOf<V, string>>(name: K) => ({
      value: values[name] as string,
      error: problemAt(name),
      onChange: (event: Typed) => set({ [name]: event.target.value } as Partial<V>),
    }),
    check: <K extends NamesOf<V, boolean>>(name: K) => ({
      checked: values[name] as boolean,
      onChange: (event: ChangeEvent<HTMLInputElement>) => set({ [name]: event.target.checked } as Partial<V>),
    }),
    choice: <K extends NamesOf<V, string>>(name: K) => ({
      value: values[name],
      error: problemAt(name),
      onChange: (value: V[K]) => set({ [name]: value } as unknown as Partial<V>),
    }),
  };
}
