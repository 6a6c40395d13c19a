/** The logger: JSON lines on standard error, so that standard output stays for the operator's one line. */
import { pino, type Logger } from 'pino';

export type Log = Logger;

/** An error that was written down where it arose, and is `reported`. */
const isReported = (error: unknown): boolean => (error as { reported?: boolean } | undefined)?.reported === true;

export const makeLog = (level: string): Log =>
  pino(
    {
      level,
      base: undefined,
      redact: ['req.headers.authorization', 'req.headers.cookie', 'password', '*.password'],
      hooks: {
        // An outage is said once, by whatever is away, and not again by each who misses it.
        logMethod(args, method) {
          if (!isReported((args[0] as { err?: unknown } | undefined)?.err)) method.apply(this, args);
        },
      },
    },
    pino.destination(2),
  );
