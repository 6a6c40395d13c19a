/** Between the password and the session. */
import { z } from 'zod';

/** What is still missing after the right password. `token` is good for ten minutes. */
export const SecondStep = z.object({
  second_factor: z.object({
    token: z.string(),
    /** What the person has; empty: one has to be set up now. */
    methods: z.array(z.enum(['totp', 'passkey', 'recovery'])),
  }),
});
export type SecondStep = z.output<typeof SecondStep>;
