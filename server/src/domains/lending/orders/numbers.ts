/** Returns a new order number of ten digits, short enough for the phone. */
import { randomInt } from 'node:crypto';

export const newNumber = (): string => String(randomInt(10 ** 9, 10 ** 10));
