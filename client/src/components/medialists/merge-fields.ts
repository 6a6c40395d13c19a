/** Two people change the fields of one thing: what only one of them touched holds, what both touched has to be decided. Pure. */

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What was changed in a form. */
export const changesOf = <V extends object>(before: V, now: V): Partial<V> =>
  Object.fromEntries(Object.entries(now).filter(([name, value]) => !same(value, before[name as keyof V]))) as Partial<V>;

export type Merged<V> = {
  /** Mine where I changed something, otherwise theirs. */
  values: V;
  /** Fields both changed, and not to the same. */
  both: (keyof V & string)[];
};

/** `before`: as it was when the form was opened. */
export function mergeFields<V extends object>(before: V, mine: V, theirs: V): Merged<V> {
  const names = Object.keys(before) as (keyof V & string)[];
  const touched = (values: V, name: keyof V) => !same(values[name], before[name]);
  return {
    values: Object.fromEntries(names.map((name) => [name, touched(mine, name) ? mine[name] : theirs[name]])) as V,
    both: names.filter((name) => touched(mine, name) && touched(theirs, name) && !same(mine[name], theirs[name])),
  };
}
