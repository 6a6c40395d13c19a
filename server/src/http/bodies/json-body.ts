/** Parses JSON bodies and limits their size and depth. */
import { Transform } from 'node:stream';
import { AppError } from '@fundus/contract/errors';
import type { FastifyInstance } from 'fastify';

/** Maximum nesting depth. The contract needs only eight levels. */
const DEEPEST = 64;

/** Maximum size in bytes of a guest's request body. The largest form for guests is the message to the media centre. */
export const GUEST_BODY = 64 * 1024;

/** Replaces Fastify's JSON parser. Rejects deeply nested bodies before parsing, because validating them is slower than parsing them. */
export function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('remove', 'remove');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body);
    if (isTooDeep(text)) return done(new AppError('validation_failed', { details: { reason: 'depth', max: DEEPEST } }));
    if (text === '') return done(null, undefined);
    parse(request, text, done);
  });
}

/** Returns whether objects and arrays are nested deeper than `DEEPEST`. Does not validate the JSON. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (quoted) {
      if (sign === BACKSLASH) at += 1;
      else if (sign === QUOTE) quoted = false;
    } else if (sign === QUOTE) quoted = true;
    else if (sign === BRACE || sign === BRACKET) {
      depth += 1;
      if (depth > DEEPEST) return true;
    } else if (sign === BRACE_END || sign === BRACKET_END) depth -= 1;
  }
  return false;
}

const [QUOTE, BACKSLASH, BRACE, BRACE_END, BRACKET, BRACKET_END] = [0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d];

/** Returns a stream that forwards a body and fails with `too_large` after more than `most` bytes, regardless of the Content-Length header. */
export function createSizeLimit(most: number): Transform {
  let received = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.length;
      if (received > most) done(new AppError('too_large', { details: { max: most } }));
      else done(null, chunk);
    },
  });
}
