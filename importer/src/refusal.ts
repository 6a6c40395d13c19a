/** Refusals of lines, and notes on values of imported records. */

/**
 * The broken rule. Rules of a line: `json`, `object`, `xml`, `marc`, `encoding`, `nul`, `too_long`, `quote`, `columns`, `column`. Rules of a field:
 * `required`, `type`, `max`, `min`, `format`, `characters`, `range`, `value`, `nul`, `unknown` (a school or district that does not exist in the
 * portal), `other_source` (the identifier belongs to another source or to the catalogue), `no_source` (a deletion notice without a source). Reasons
 * used only in notes: `keyword` (not a subject, stored as a keyword), `kept` (an unknown code), `guessed` (another value was used), `left_out`,
 * `shortened`, `repeated`, `same` (the work exists under another identifier).
 */
export type Reason =
  | 'json'
  | 'object'
  | 'xml'
  | 'marc'
  | 'other_source'
  | 'no_source'
  | 'encoding'
  | 'nul'
  | 'too_long'
  | 'quote'
  | 'columns'
  | 'column'
  | 'required'
  | 'type'
  | 'max'
  | 'min'
  | 'format'
  | 'characters'
  | 'range'
  | 'value'
  | 'unknown'
  | 'keyword'
  | 'kept'
  | 'guessed'
  | 'left_out'
  | 'shortened'
  | 'repeated'
  | 'same';

/**
 * A rejected line. `field` is the field name in the source, or `line` for the whole line. `value` is an excerpt of at most {@link EXCERPT}
 * characters.
 */
export type Refusal = { field: string; reason: Reason; value?: string };

/** A note on an imported record, with the same shape as a refusal. */
export type Note = Refusal;

const EXCERPT = 80;

/** Returns a short text on one line for any value, for use in messages. */
export function excerpt(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  const flat = text
    .slice(0, EXCERPT * 4)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return flat.length > EXCERPT ? `${flat.slice(0, EXCERPT - 1)}…` : flat;
}

export const refuse = (field: string, reason: Reason, value?: unknown): Refusal => {
  const shown = excerpt(value);
  return shown === undefined ? { field, reason } : { field, reason, value: shown };
};
