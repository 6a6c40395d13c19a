/** Categories of models with up to three levels, such as `Film / Ton / Mikrofone` (docs/behaviour/lending.md#devices). */
export const SEPARATOR = ' / ';
const MAX_LEVELS = 3;

export const isCategory = (category: string): boolean => {
  const levels = category.split(SEPARATOR);
  return levels.length <= MAX_LEVELS && levels.every((level) => level !== '');
};

type Counted = { name: string; models: number };

const german = new Intl.Collator('de');
/** Compares two categories level by level. A parent precedes its children. */
function compare([first, ...rest]: readonly string[], [other, ...others]: readonly string[]): number {
  if (first === undefined || other === undefined) return first === other ? 0 : first === undefined ? -1 : 1;
  return german.compare(first, other) || compare(rest, others);
}

/** Returns all categories and their parents in order. The count of a parent includes its children. */
export function withParents(categories: readonly Counted[]): Counted[] {
  const counts = new Map<string, number>();
  for (const { name, models } of categories) {
    const levels = name.split(SEPARATOR);
    for (const depth of levels.keys()) {
      const above = levels.slice(0, depth + 1).join(SEPARATOR);
      counts.set(above, (counts.get(above) ?? 0) + models);
    }
  }
  return [...counts].map(([name, models]) => ({ name, models })).sort((a, b) => compare(a.name.split(SEPARATOR), b.name.split(SEPARATOR)));
}

/** Returns the name of the last level of a category, and its depth starting at 0. */
export function levelOf(category: string): { name: string; depth: number } {
  const levels = category.split(SEPARATOR);
  return { name: levels.at(-1)!, depth: levels.length - 1 };
}
