import type { AppError } from '@fundus/contract/errors';
import { useState, type ChangeEvent } from 'react';
import { useT } from '../../i18n/translate.ts';
import { findRefused, isSaidAt, sayAt } from './form-problems.ts';
import { useProblems } from './use-problems.ts';

type NamesOf<V, T> = { [K in keyof V]: V[K] extends T ? K : never }[keyof V] & string;
type Typed = { target: { value: string } };

/** `text`, `check` and `choice` give a field its value, its problem and what happens when it changes. */
function bindFields<V extends object>(values: V, set: (some: Partial<V>) => void, problemAt: (name: string) => string | null) {
  return {
    text: <K extends NamesOf<V, string>>(name: K) => ({
      value: values[name] as string,
      error: problemAt(name),
      onChange: (event: Typed) => set({ [name]: event.target.value } as Partial<V>),
    }),
    check: <K extends NamesOf<V, boolean>>(name: K) => ({
      checked: values[name] as boolean,
      onChange: (event: ChangeEvent<HTMLInputElement>) => set({ [name]: event.target.checked } as Partial<V>),
    }),
    choice: <K extends keyof V & string>(name: K) => ({
      value: values[name],
      error: problemAt(name),
      onChange: (value: V[K]) => set({ [name]: value } as unknown as Partial<V>),
    }),
  };
}

type Refusal<V> = {
  /** Why the call of the form was refused. */
  error: AppError | null;
  /** Fields that say themselves what is wrong with them; everything else is said above the form. */
  at: readonly (keyof V & string)[];
  words: (error: AppError) => string;
};

/**
 * What stands in the fields of a form, each named as the call names it; `problem` is what is wrong with the form as a whole
 * (docs/decisions/0031-one-form-hook.md).
 */
export function useFields<V extends object>(initial: V | (() => V), { error, at, words }: Refusal<V>) {
  const { t } = useT();
  const [values, setValues] = useState(initial);
  const set = (some: Partial<V>) => setValues((before) => ({ ...before, ...some }));
  const problemAt = (name: string): string | null => ((at as readonly string[]).includes(name) ? sayAt(t, error, name, words) : null);
  const problem = error && !isSaidAt(error, at) ? words(error) : null;
  return { values, set, problem, problemAt, ...bindFields(values, set, problemAt) };
}

type Checks<V> = {
  /** A rule that is broken at a field, in words. */
  words: (field: string, rule: string) => string;
  /** Id of the form, on pages with more than one. */
  form?: string;
  /** Fields whose problems the call tells under another name. */
  named?: Partial<Record<keyof V, string>>;
};

/**
 * The same where several fields may be wrong at once: what a check of the form finds is given to `report`, what the server found to
 * `onRefused`. A problem goes as soon as its field changes.
 */
export function useCheckedFields<V extends object>(initial: V | (() => V), { words, form, named = {} }: Checks<V>) {
  const [values, setValues] = useState(initial);
  const [problems, report, forget] = useProblems(form);
  const nameOf = (name: string): string => (named as Record<string, string | undefined>)[name] ?? name;
  const set = (some: Partial<V>) => {
    setValues((before) => ({ ...before, ...some }));
    forget(Object.keys(some).map(nameOf));
  };
  const problemAt = (name: string): string | null => {
    const rule = problems[nameOf(name)];
    return rule === undefined ? null : words(nameOf(name), rule);
  };
  const onRefused = (error: AppError): void => report(findRefused(error));
  return { values, set, problems, report, onRefused, problemAt, ...bindFields(values, set, problemAt) };
}
