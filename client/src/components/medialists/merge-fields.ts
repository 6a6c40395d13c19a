/** Three-way merge of form fields. A change made by only one user is adopted; conflicting changes are reported. Pure. */

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Returns the fields of a form that differ from `before`. */
export const changesOf = <V extends object>(before: V, now: V): Partial<V> =>
  Object.fromEntries(Object.entries(now).filter(([name, value]) => !same(value, before[name as keyof V]))) as Partial<V>;

export type MergeResult<V> = {
  /** Merged values. A field changed by the user has the user's value, any other field that of the other user. */
  values: V;
  /** Fields that both users changed differently. */
  both: (keyof V & string)[];
};

/** Merges two versions of a form. `before` contains the values when the form was opened. */
export function mergeFields<V extends object>(before: V, mine: V, theirs: V): MergeResult<V> {
  const names = Object.keys(before) as (keyof V & string)[];
  const touched = (values: V, name: keyof V) => !same(values[name], before[name]);
  return {
    values: Object.fromEntries(names.map((name) => [name, touched(mine, name) ? mine[name] : theirs[name]])) as V,
    both: names.filter((name) => touched(mine, name) && touched(theirs, name) && !same(mine[name], theirs[name])),
  };
}
