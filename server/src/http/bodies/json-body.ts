/** Reads bodies of JSON, the only ones there are besides files: nobody sends more than they may, or deeper than anything here is. */
import { Transform } from 'node:stream';
import { AppError } from '@fundus/contract/errors';
import type { FastifyInstance } from 'fastify';

/** Nothing in the contract is deeper than eight. */
const DEEPEST = 64;

/** Bytes of a body without somebody signed in. The largest form of a guest is the message to the media centre. */
export const GUEST_BODY = 64 * 1024;

/** Replaces the reader of JSON by one that refuses what is nested too deep before it is parsed: to walk through it costs more than to read it. */
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

/** Whether objects and lists lie in each other deeper than `DEEPEST`. Does not ask whether the text is JSON. */
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

/** Passes a body on as long as it is no longer than `most` bytes, whatever its header promised. */
export function limitedTo(most: number): Transform {
  let received = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.length;
      if (received > most) done(new AppError('too_large', { details: { max: most } }));
      else done(null, chunk);
    },
  });
}
