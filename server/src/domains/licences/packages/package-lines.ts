/** Lines of a licence package, regardless of its format (docs/behaviour/licences.md#packages). Pure. */
import type { Rights } from '@fundus/contract/catalogue/catalogue';
import { type ENTERED_SCOPES, MAX_LICENCE_PRICE, MAX_SEATS, type Runtime } from '@fundus/contract/licences/rules';
import type { LicenceAudience } from '@fundus/contract/catalogue/audiences';

export type Problem = { field: string; rule: string };

/** Line of a package. `problem` is an error within the line itself. */
export type PackageLine = {
  line: number;
  medium: string;
  code: string;
  licensor: string;
  scope: (typeof ENTERED_SCOPES)[number];
  seats: number;
  runtime: Runtime;
  runtime_days: number | null;
  valid_from: string | null;
  valid_to: string | null;
  audience: LicenceAudience;
  rights: Partial<Rights>;
  /** Price including VAT in cents, or null if the line has none. */
  price: number | null;
  /** Number of the school, or '' if the line names none. */
  school: string;
  problem: Problem | null;
};

/** Adds a problem to a line that is incomplete or contradicts itself. */
export function checkLine<L extends PackageLine>(line: L, required: readonly ('medium' | 'code')[] = ['medium', 'code']): L {
  const missing = required.find((field) => line[field] === '');
  const long = (['medium', 'code', 'licensor'] as const).find((field) => line[field].length > 200);
  const problem: Problem | null =
    missing !== undefined
      ? { field: missing, rule: 'required' }
      : long
        ? { field: long, rule: 'max' }
        : line.seats > MAX_SEATS
          ? { field: 'seats', rule: 'max' }
          : line.price !== null && line.price > MAX_LICENCE_PRICE
            ? { field: 'price', rule: 'max' }
            : line.runtime_days !== null && (line.runtime_days < 1 || line.runtime_days > 3_660)
              ? { field: 'runtime', rule: 'format' }
              : line.problem;
  return { ...line, problem };
}
