/** Numbers of orders: to be said on the phone, ten digits. */
import { randomInt } from 'node:crypto';

export const newNumber = (): string => String(randomInt(10 ** 9, 10 ** 10));
