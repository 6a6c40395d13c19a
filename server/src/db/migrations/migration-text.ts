/** Splits the text of a migration into statements and computes a hash that ignores comments and white space. */
import { createHash } from 'node:crypto';

/** Matches a quoted string or a comment. SQL inside dollar quotes is treated like any other SQL. */
const QUOTED_OR_COMMENT = /('(?:[^']|'')*'|"(?:[^"]|"")*")|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;
const TOKEN = /'(?:[^']|'')*'|"(?:[^"]|"")*"|[\w$]+|[^\s\w]/g;

const withoutComments = (text: string): string =>
  text.replaceAll('\r\n', '\n').replace(QUOTED_OR_COMMENT, (_, quoted: string | undefined) => quoted ?? ' ');

/** Splits a migration at semicolons at line ends. `$$` blocks are not split; other function bodies contain no such lines. */
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

/** Returns the SHA-256 of the tokens of all statements. Comments, white space and line endings do not affect it. */
export const hashStatements = (text: string): string =>
  createHash('sha256')
    .update((withoutComments(text).match(TOKEN) ?? []).join(' '))
    .digest('hex');
