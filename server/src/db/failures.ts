/** Failures of the database itself: it is unreachable, too slow, or its disk is full. */
import type { Log } from '../log.ts';

/** Thrown if the database does not respond in time. A retry may succeed. The outage is logged once, so callers do not log the error again. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
  readonly reported = true;
}

/** Thrown if the database has no disk space left. */
export class DatabaseFull extends Error {
  override readonly name = 'DatabaseFull';
  readonly reported = true;
}

/** Time in milliseconds without a failure after which a response ends the outage. */
const CALM = 3_000;

const AWAY = /^(08|57P|58000)/;
/** SQLSTATE codes for too many connections, out of memory, statement timeout and idle transaction timeout. */
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
/** Messages of pg errors that have no code. */
const OF_CLIENT =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/;

export type Outages = {
  /** Converts an error that means an outage to `DatabaseUnavailable` or `DatabaseFull`. Returns other errors unchanged. Logs each outage once. */
  failed(error: unknown): unknown;
  /** Records that the database responded, which may end the outage. */
  answered(): void;
};

/** Detects the start and the end of outages and logs one line for each. */
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
        log.error({ reason }, full ? 'the database has no space left' : 'the database does not respond');
      }
      away.last = now();
      return new (full ? DatabaseFull : DatabaseUnavailable)(reason, { cause: error });
    },
    answered: () => {
      if (!away || now() - away.last < CALM) return;
      log.warn({ seconds: Math.round((away.last - away.since) / 1000) }, 'the database responds again');
      away = undefined;
    },
  };
}
