import type { AppError } from '@fundus/contract/errors';
import { useState, type ChangeEvent } from 'react';
import { useT } from '../../i18n/translate.ts';
import { listServerProblems, isShownAtField, problemTextAt } from './form-problems.ts';
import { useProblems } from './use-problems.ts';

type NamesOf<V, T> = { [K in keyof V]: V[K] extends T ? K : never }[keyof V] & string;
type Typed = { target: { value: string } };

/** Returns `text`, `check` and `choice`, which bind a field to its value, error and change handler. */
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
  /** Error of the request that submits the form. */
  error: AppError | null;
  /** Fields that show their own errors. All other errors are shown above the form. */
  at: readonly (keyof V & string)[];
  words: (error: AppError) => string;
};

/**
 * Returns the values of a form and the bindings of its fields, which have the same names as in the request. `problem` is the error of the whole form
 * (docs/decisions/0031-one-form-hook.md).
 */
export function useFields<V extends object>(initial: V | (() => V), { error, at, words }: Refusal<V>) {
  const { t } = useT();
  const [values, setValues] = useState(initial);
  const set = (some: Partial<V>) => setValues((before) => ({ ...before, ...some }));
  const problemAt = (name: string): string | null =>
    (at as readonly string[]).includes(name) ? problemTextAt(t, error, name, words) : null;
  const problem = error && !isShownAtField(error, at) ? words(error) : null;
  return { values, set, problem, problemAt, ...bindFields(values, set, problemAt) };
}

type Checks<V> = {
  /** Returns the error text for a field and a broken rule. */
  words: (field: string, rule: string) => string;
  /** Id of the form, needed on pages with several forms. */
  form?: string;
  /** Request names of fields that are named differently in the form. */
  named?: Partial<Record<keyof V, string>>;
};

/**
 * Variant of `useFields` for forms in which several fields may be wrong. `report` sets the errors of a client-side check, `onRefused` those of the
 * server. An error disappears when its field changes.
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
  const onRefused = (error: AppError): void => report(listServerProblems(error));
  return { values, set, problems, report, onRefused, problemAt, ...bindFields(values, set, problemAt) };
}
