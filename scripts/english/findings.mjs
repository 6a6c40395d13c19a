/** Word list of plain English: starts of fragments without a subject, and words that must be replaced with a term of the field. */
import { readSource, readStyleSheet } from './read-source.mjs';

/** Pattern of a comment or title that starts like a fragment or a relative clause. */
const FRAGMENT = /^[^\w`]*(?:What|Where|Of|Whoever|Whose|Those|That|As|So|Whether|How|For whom)\b/i;

const WORDS =
  /\b(?:anew|whoever|somebody|nobody|worked out|work(?:s|ing)? out|the door of|told|heard|stands? in|l(?:ies|ie|ying) in|is had|goes on|broken off)\b/gi;

/** Quoted UI texts and identifiers, which are not checked. */
const QUOTED = /`[^`]*`|"[^"]*"|“[^”]*”|„[^“”]*[“”]|‘[^’]*’|\]\([^)]*\)/g;

/** A table cell of one word, which is a value rather than a sentence. */
const VALUE = /\|[^\S\n]*\w+[^\S\n]*(?=\|)/g;

const FENCE = /^```[\s\S]*?^```/gm;

const wordsIn = (text) => [...text.replace(QUOTED, (quotation) => ' '.repeat(quotation.length)).matchAll(WORDS)];

function lineCounter(text) {
  let line = 1;
  let from = 0;
  return (offset) => {
    for (let at = text.indexOf('\n', from); at >= 0 && at < offset; at = text.indexOf('\n', from)) {
      line += 1;
      from = at + 1;
    }
    return line;
  };
}

/** Returns the findings in a file as `path:line: problem`. */
export function findingsIn(path, source) {
  const lineAt = lineCounter(source);
  const finding = (offset, what) => `${path}:${lineAt(offset)}: ${what}`;
  if (path.endsWith('.md')) {
    const blank = (text) => text.replace(/[^\n]/g, ' ');
    const prose = source.replace(FENCE, blank).replace(VALUE, blank);
    return wordsIn(prose).map(({ 0: word, index }) => finding(index, word));
  }
  const { comments, titles, messages } = path.endsWith('.css') ? readStyleSheet(source) : readSource(source);
  const kinds = { comment: comments, title: titles, message: messages };
  return Object.entries(kinds)
    .flatMap(([kind, texts]) => texts.map((text) => ({ ...text, kind })))
    .sort((left, right) => left.start - right.start)
    .flatMap(({ start, text, kind }) => [
      ...(FRAGMENT.test(text) ? [finding(start, `${kind} starts with "${text.split(' ')[0]}"`)] : []),
      ...wordsIn(text).map(({ 0: word }) => finding(start, `${kind}: ${word}`)),
    ]);
}
