/** Returns the display name of a user; '' if the name is unknown. `server/src/db/full-name.ts` is the equivalent in SQL. */
export const fullName = (person: { vorname?: string | null; name?: string | null } | null | undefined): string =>
  `${person?.vorname ?? ''} ${person?.name ?? ''}`.trim();
