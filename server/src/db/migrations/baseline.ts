/**
 * The baseline: migrations 0001 to 0033, one file per domain. It creates the schema of the 145 migrations (0001 to 0178) of earlier development
 * versions and replaces them. Later migrations have numbers from 0181.
 */
import { createHash } from 'node:crypto';
import { OperatorError } from '../../operator-error.ts';

/** Sorts after the names of the baseline and of the replaced migrations, and before later names. */
const BASELINE_END = '0180';
/** SHA-256 of the names of the replaced migrations. */
const REPLACED = '37bdade4bce699ccb289f3168f36498d00e747f42feb52e553ef7d5fa6f6aabd';
const LAST_VERSION = 'commit ea3f32bc of 28 November 2026';

/**
 * Returns the names of the migrations that ran, with the replaced migrations exchanged for the baseline. Throws an `OperatorError` if only some of
 * the replaced migrations ran.
 */
export function replaceByBaseline(names: readonly string[], files: readonly string[], subject: 'database' | 'backup'): string[] {
  const replaced = names.filter((name) => name < BASELINE_END && !files.includes(name)).sort();
  if (replaced.length === 0) return [...names];
  if (createHash('sha256').update(replaced.join('\n')).digest('hex') !== REPLACED)
    throw new OperatorError(
      `the ${subject} was made by a development version whose last migration was ${replaced.at(-1)}: ${
        subject === 'database' ? 'start' : 'restore it with'
      } ${LAST_VERSION} first, which upgrades it, then use this version.`,
    );
  return [...files.filter((name) => name < BASELINE_END), ...names.filter((name) => !replaced.includes(name))];
}
