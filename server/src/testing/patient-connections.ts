/**
 * Set-up of the server tests. On a busy machine a hundred parallel requests may not all get one of ten connections within the limit for
 * users, which is not the subject of the race tests.
 */
import { LIMITS } from '../db/postgres.ts';

LIMITS.connect = 120_000;
