/** Splits the borrower's answer to "What for?" into the fields of an order (docs/behaviour/lending.md#orders). */
import { TITLE_LENGTH } from './order-fields.ts';

/**
 * Splits an answer into title and purpose. The title is the first line, cut at a word. The purpose is the whole answer if the title does not contain
 * all of it or if the lending point requires a purpose.
 */
export function splitWhatFor(answer: string, purposeRequired: boolean): { title: string; purpose: string } {
  const all = answer.trim();
  const [line = ''] = all.split('\n', 1);
  const title = cutAtWord(line.trim());
  return { title, purpose: purposeRequired || title !== all ? all : '' };
}

function cutAtWord(line: string): string {
  if (line.length <= TITLE_LENGTH) return line;
  const cut = line.slice(0, TITLE_LENGTH - 1);
  const end = cut.lastIndexOf(' ');
  return `${(end > TITLE_LENGTH / 2 ? cut.slice(0, end) : cut).trimEnd()}…`;
}
