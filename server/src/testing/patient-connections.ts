/**
 * Set-up of the server's tests: on a busy machine a hundred requests at once do not all get one of ten connections within the seconds that a
 * person is made to wait, and a test of races is not about that.
 */
import { LIMITS } from '../db/postgres.ts';

LIMITS.connect = 120_000;
