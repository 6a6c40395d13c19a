/**
 * Setup of the server tests. Increases the time limit for database connections. On a slow machine, a hundred concurrent requests may not all get one
 * of ten connections in time, which race tests do not test.
 */
import { LIMITS } from '../db/postgres.ts';

LIMITS.connect = 120_000;
