/** Returns the display name of a user; '' if unknown. The equivalent for SQL is `server/src/db/full-name.ts`. */
export const fullName = (person: { vorname?: string | null; name?: string | null } | null | undefined): string =>
  `${person?.vorname ?? ''} ${person?.name ?? ''}`.trim();
