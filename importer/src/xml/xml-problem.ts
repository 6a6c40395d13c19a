/** Why a document is not read, and where. */

/**
 * `syntax`: not well-formed; `encoding`: bytes that are not what the declaration says, or an encoding we do not read; `doctype`: declarations of its own, which
 * could define entities; `entity`: an entity nobody defined; `depth`, `attributes`, `size`: more than {@link XML_LIMITS} allow.
 */
export type XmlReason = 'syntax' | 'encoding' | 'doctype' | 'entity' | 'depth' | 'attributes' | 'size';

/** Line and column from 1. */
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
