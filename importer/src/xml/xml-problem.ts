/** The reason and position of an XML error. */

/**
 * `syntax`: not well-formed; `encoding`: invalid bytes, or an unsupported encoding; `doctype`: internal declarations, which could define
 * entities; `entity`: an undefined entity; `depth`, `attributes`, `size`: above {@link XML_LIMITS}.
 */
export type XmlReason = 'syntax' | 'encoding' | 'doctype' | 'entity' | 'depth' | 'attributes' | 'size';

/** An XML error with line and column from 1. */
export class XmlProblem extends Error {
  readonly reason: XmlReason;
  readonly line: number;
  readonly column: number;
  readonly detail: string;

  constructor(reason: XmlReason, { line, column }: { line: number; column: number }, detail: string) {
    super(`${reason} at line ${line}, column ${column}: ${detail}`);
    this.reason = reason;
    this.line = line;
    this.column = column;
    this.detail = detail;
  }
}
