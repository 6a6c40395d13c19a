/** A person's name as it is read everywhere; '' where nobody is known. What SQL puts together or looks through is `server/src/db/full-name.ts`. */
export const fullName = (person: { vorname?: string | null; name?: string | null } | null | undefined): string =>
  `${person?.vorname ?? ''} ${person?.name ?? ''}`.trim();
