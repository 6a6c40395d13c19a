/** Reads JSON Lines: one object per line, in UTF-8. */
import { decode, readLines, type Source, strictDecoder } from '../../lines.ts';
import { type Refusal, refuse } from '../../refusal.ts';

type JsonLine =
  | { line: number; value: Readonly<Record<string, unknown>>; refusal?: undefined }
  | { line: number; refusal: Refusal; value?: undefined };

/** Yields the objects of a source with their line numbers. Skips empty lines and rejects each invalid line. */
export async function* readJsonLines(source: Source, maxLineBytes?: number): AsyncGenerator<JsonLine> {
  const strict = strictDecoder();
  for await (const { line, bytes, refusal } of readLines(source, maxLineBytes)) {
    if (refusal) {
      yield { line, refusal };
      continue;
    }
    const decoded = decode(bytes, strict);
    if (decoded.refusal) yield { line, refusal: decoded.refusal };
    else if (decoded.text.trim() !== '') yield { line, ...parse(decoded.text) };
  }
}

function parse(text: string): { value: Readonly<Record<string, unknown>> } | { refusal: Refusal } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { refusal: refuse('line', 'json', text.trim()) };
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return { refusal: refuse('line', 'object', text.trim()) };
  return { value: value as Readonly<Record<string, unknown>> };
}
