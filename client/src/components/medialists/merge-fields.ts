/** Three-way merge of form fields: a change of one user is kept, a conflicting change must be decided. Pure. */

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Returns the changed fields of a form. */
export const changesOf = <V extends object>(before: V, now: V): Partial<V> =>
  Object.fromEntries(Object.entries(now).filter(([name, value]) => !same(value, before[name as keyof V]))) as Partial<V>;

export type Merged<V> = {
  /** The user's own value of a field they changed, otherwise the value of the other user. */
  values: V;
  /** Fields both users changed differently. */
  both: (keyof V & string)[];
};

/** Merges two versions; `before` has the values at the opening of the form. */
export function mergeFields<V extends object>(before: V, mine: V, theirs: V): Merged<V> {
  const names = Object.keys(before) as (keyof V & string)[];
  const touched = (values: V, name: keyof V) => !same(values[name], before[name]);
  return {
    values: Object.fromEntries(names.map((name) => [name, touched(mine, name) ? mine[name] : theirs[name]])) as V,
    both: names.filter((name) => touched(mine, name) && touched(theirs, name) && !same(mine[name], theirs[name])),
  };
}
