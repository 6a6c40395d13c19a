/** Finds schools by school numbers in tables (docs/import/tables.md#school-numbers). */
const fold = (number: string): string => number.trim().toLowerCase();
const withoutZeros = (number: string): string => number.replace(/^0+(?=.)/, '');

/** Returns the number as written, and without the prefix of a Land (`DE-MV-12345`). */
const formsOf = (number: string): string[] => [fold(number), fold(number).split('-').at(-1)!];

/**
 * Returns a function that finds a school by its number. The number may have the prefix of a Land, or lack leading zeros that a spreadsheet dropped if
 * only one school matches then.
 */
export function indexByNumber<S extends { number: string }>(schools: readonly S[]): (named: string) => S | undefined {
  const exact = new Map(schools.map((school) => [fold(school.number), school]));
  const shortened = Map.groupBy(schools, ({ number }) => withoutZeros(fold(number)));
  return (named) => {
    const [whole, last] = formsOf(named);
    const [alone, ...others] = shortened.get(withoutZeros(whole!)) ?? [];
    return exact.get(whole!) ?? exact.get(last!) ?? (others.length === 0 ? alone : undefined);
  };
}
