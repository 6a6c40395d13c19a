/** Text of a migration: its statements, and the hash that identifies them whatever their comments and white space are. */
import { createHash } from 'node:crypto';

/** A quoted text, a comment, or a line break; SQL between dollar signs is read like any other. */
const QUOTED_OR_COMMENT = /('(?:[^']|'')*'|"(?:[^"]|"")*")|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;
const TOKEN = /'(?:[^']|'')*'|"(?:[^"]|"")*"|[\w$]+|[^\s\w]/g;

const withoutComments = (text: string): string =>
  text.replaceAll('\r\n', '\n').replace(QUOTED_OR_COMMENT, (_, quoted: string | undefined) => quoted ?? ' ');

/** Splits a file at semicolons that end a line. Migrations have no function bodies with such lines; `$$` blocks stay whole. */
export function statements(text: string): string[] {
  const found: string[] = [];
  let current = '';
  let quoted = false;
  for (const line of withoutComments(text).split('\n')) {
    current += `${line}\n`;
    if ((line.match(/\$\$/g) ?? []).length % 2) quoted = !quoted;
    if (quoted || !/;\s*$/.test(line)) continue;
    found.push(current.trim());
    current = '';
  }
  if (current.trim()) found.push(current.trim());
  return found;
}

/** Returns the SHA-256 of the tokens of all statements. Comments, white space and line endings do not change it. */
export const hashStatements = (text: string): string =>
  createHash('sha256')
    .update((withoutComments(text).match(TOKEN) ?? []).join(' '))
    .digest('hex');
