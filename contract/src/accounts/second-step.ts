/** Between the password and the session. */
import { z } from 'zod';

/** How a second factor is shown; a recovery code stands in for each. */
export const FACTOR_METHODS = ['totp', 'passkey', 'recovery'] as const;

/** What is still missing after the right password. `token` is good for ten minutes. */
export const SecondStep = z.object({
  second_factor: z.object({
    token: z.string(),
    /** What the person has; empty: one has to be set up now. */
    methods: z.array(z.enum(FACTOR_METHODS)),
  }),
});
export type SecondStep = z.output<typeof SecondStep>;
