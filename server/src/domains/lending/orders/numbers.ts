/** Returns a new order number of ten digits, which is short enough for a phone call. */
import { randomInt } from 'node:crypto';

export const newNumber = (): string => String(randomInt(10 ** 9, 10 ** 10));
