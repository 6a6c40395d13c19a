/** Second step of a sign-in, after the password and before the session starts. */
import { z } from 'zod';

/** Methods of proving a second factor. A recovery code can replace any other method. */
export const FACTOR_METHODS = ['totp', 'passkey', 'recovery'] as const;

/** Second step after a correct password. `token` is valid for ten minutes. */
export const SecondStep = z.object({
  second_factor: z.object({
    token: z.string(),
    /** Second factors of the user. If empty, the user must set up a factor now. */
    methods: z.array(z.enum(FACTOR_METHODS)),
  }),
});
export type SecondStep = z.output<typeof SecondStep>;
