/** The step between password and session. */
import { z } from 'zod';

/** Ways to show a second factor; a recovery code replaces any other. */
export const FACTOR_METHODS = ['totp', 'passkey', 'recovery'] as const;

/** Second step after the right password. `token` is valid for ten minutes. */
export const SecondStep = z.object({
  second_factor: z.object({
    token: z.string(),
    /** Factors of the user; empty: one must be set up now. */
    methods: z.array(z.enum(FACTOR_METHODS)),
  }),
});
export type SecondStep = z.output<typeof SecondStep>;
