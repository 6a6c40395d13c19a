/** The logger: JSON lines on standard error, so that standard output stays for the operator's one line. */
import { pino, type Logger } from 'pino';

export type Log = Logger;

export const makeLog = (level: string): Log =>
  pino(
    { level, base: undefined, redact: ['req.headers.authorization', 'req.headers.cookie', 'password', '*.password'] },
    pino.destination(2),
  );
