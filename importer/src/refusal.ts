/** Refusals of lines and notes on values. */

/**
 * The rule that was broken. Of a whole line: `json`, `object`, `xml`, `marc`, `encoding`, `nul`, `too_long`, `quote`, `columns`, `column`.
 * Of a field: `required`, `type`, `max`, `min`, `format`, `characters`, `range`, `value`, `nul`, `unknown` (the portal knows no such school or district),
 * `other_source` (the record under this identifier belongs to another source or to the catalogue), `no_source` (a deletion notice without a source).
 * Only in notes: `keyword` (names no subject, kept as a keyword), `kept` (a code we do not know), `guessed` (another value was taken),
 * `left_out`, `shortened`, `repeated`, `same` (the work is there under another identifier).
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

/** `field` is the name of the source; `line` stands for the whole line. `value` is an excerpt of at most {@link EXCERPT} characters. */
export type Refusal = { field: string; reason: Reason; value?: string };

/** A note on an imported record; it has the shape of a refusal. */
export type Note = Refusal;

const EXCERPT = 80;

/** Returns a short, one-line text of any value for messages. */
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
