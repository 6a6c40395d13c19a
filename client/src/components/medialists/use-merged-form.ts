/** Form for an object that several users may change concurrently. No input is lost. */
import type { AppError } from '@fundus/contract/errors';
import { useState } from 'react';
import { changesOf, mergeFields } from './merge-fields.ts';

type Versioned = { version: number };

type Props<T extends Versioned, V extends object> = {
  thing: T;
  valuesOf: (thing: T) => V;
  /** Sends the changes. Rejects with `version_conflict` if another user has changed the object. */
  send: (changes: Partial<V>, version: number) => Promise<unknown>;
  /** Reads the current state if the error does not contain it. Returns `null` if the object no longer exists. */
  readNow: () => Promise<T | null>;
  onSaved: () => void;
};

/** Values of another user that conflict with the input. */
export type Conflict<V> = { theirs: V; both: (keyof V & string)[] };

export function useMergedForm<T extends Versioned, V extends object>({ thing, valuesOf, send, readNow, onSaved }: Props<T, V>) {
  // Values when the form was opened. Later updates of `thing` do not change the input.
  const [base, setBase] = useState({ values: valuesOf(thing), version: thing.version });
  const [values, setValues] = useState(base.values);
  const [conflict, setConflict] = useState<Conflict<V> | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const [busy, setBusy] = useState(false);
  const [round, setRound] = useState(0);
  const set = (some: Partial<V>) => {
    setValues((now) => ({ ...now, ...some }));
    setError(null);
  };

  const attempt = async (before: { values: V; version: number }, mine: V, again: boolean): Promise<void> => {
    const changes = changesOf(before.values, mine);
    if (Object.keys(changes).length === 0) return onSaved();
    try {
      await send(changes, before.version);
      onSaved();
    } catch (problem) {
      const refusal = problem as AppError;
      if (refusal.code !== 'version_conflict') return setError(refusal);
      const current = (refusal.details?.current as T | undefined) ?? (await readNow());
      if (!current) return setError(refusal);
      const theirs = { values: valuesOf(current), version: current.version };
      const merged = mergeFields(before.values, mine, theirs.values);
      setBase(theirs);
      setValues(merged.values);
      setRound((n) => n + 1);
      if (merged.both.length === 0 && again) return attempt(theirs, merged.values, false);
      setConflict({ theirs: theirs.values, both: merged.both });
    }
  };
  const submit = () => {
    setBusy(true);
    setConflict(null);
    setError(null);
    void attempt(base, values, true).finally(() => setBusy(false));
  };
  /** Adopts the other user's value of a field. */
  const take = (name: keyof V & string) => {
    if (!conflict) return;
    setValues((now) => ({ ...now, [name]: conflict.theirs[name] }));
    setConflict({ ...conflict, both: conflict.both.filter((one) => one !== name) });
    setRound((n) => n + 1);
  };
  /** `round` counts how often values were replaced from outside. Uncontrolled fields use it as their key. */
  return { values, set, submit, busy, error, conflict, take, round };
}
