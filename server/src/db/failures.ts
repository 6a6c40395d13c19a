/** What goes wrong with a database that is nobody's mistake: it is away, it takes too long, its disk is full. */
import type { Log } from '../log.ts';

/** It does not answer, or not in time: asked again in a moment it may. Said once for each outage, so not again for each question. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
  readonly reported = true;
}

/** It has no room for more. */
export class DatabaseFull extends Error {
  override readonly name = 'DatabaseFull';
  readonly reported = true;
}

/** After so long without a failure an answer means that it is back. */
const CALM = 3_000;

const AWAY = /^(08|57P|58000)/;
/** Too many connections, no memory, a statement that took too long, a transaction that stood still. */
const BUSY = new Set(['53000', '53200', '53300', '57014', '25P03']);
const FULL = '53100';
const OF_CONNECTION = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** pg has no codes for these. */
const OF_CLIENT =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/;

export type Outages = {
  /** What a failure is for those who asked: one of the two above, or as it was. Written down once for each outage. */
  failed(error: unknown): unknown;
  /** An answer came. */
  answered(): void;
};

/** Notices when outages begin and end; one line in the log for each. */
export function watchOutages(log: Log): Outages {
  const now = (): number => performance.now();
  let away: { since: number; last: number } | undefined;
  return {
    failed: (error) => {
      const { code = '', message = '' } = error as { code?: string; message?: string };
      const full = code === FULL;
      const reason = message || code;
      if (!full && !AWAY.test(code) && !BUSY.has(code) && !OF_CONNECTION.has(code) && !OF_CLIENT.test(message)) return error;
      if (!away) {
        away = { since: now(), last: 0 };
        log.error({ reason }, full ? 'the database has no space left' : 'the database does not answer');
      }
      away.last = now();
      return new (full ? DatabaseFull : DatabaseUnavailable)(reason, { cause: error });
    },
    answered: () => {
      if (!away || now() - away.last < CALM) return;
      log.warn({ seconds: Math.round((away.last - away.since) / 1000) }, 'the database answers again');
      away = undefined;
    },
  };
}
