/**
 * Reasons of an error: `syntax` (not well-formed), `encoding` (invalid bytes or unsupported encoding), `doctype` (internal declarations, which could
 * define entities), `entity` (undefined entity), and exceeded {@link XML_LIMITS} (`depth`, `attributes`, `size`).
 */
export type XmlReason = 'syntax' | 'encoding' | 'doctype' | 'entity' | 'depth' | 'attributes' | 'size';

/** An error with its position in the XML document; line and column are counted from 1. */
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
