/** Signing in, signing out, and the signed-in user. */
import { z } from 'zod';
import { SecondStep } from './second-step.ts';
import { User } from './user.ts';
import { endpoint } from '../endpoint.ts';

export { SecondStep, User };

export const accounts = {
  userinfo: endpoint({
    method: 'GET',
    path: '/api/v1/user/userinfo',
    summary: 'Signed-in user, or false',
    access: 'user',
    codes: true,
    guests: 'always',
    reply: z.union([User, z.literal(false)]),
  }),
  login: endpoint({
    method: 'POST',
    reserve: true,
    path: '/api/v1/user/login',
    summary: 'Sign in with e-mail or user name and password; the reply asks for a second factor if the user has or needs one',
    access: 'user',
    guests: 'always',
    body: z.object({
      /** Email address or user name. If `LoginEntleiherCode` is enabled, also a borrower code. */
      login: z.string().trim().min(1).max(254),
      /** Number of the user's school, which is checked if `LoginSchulnummer` is enabled. */
      school: z
        .string()
        .trim()
        .max(20)
        .regex(/^[\p{L}\d ._/-]*$/u)
        .optional(),
      password: z.string().min(1).max(1_024),
      /** True to keep the session for 30 days instead of until the browser is closed. */
      stay: z.boolean().default(false),
    }),
    reply: z.union([User, SecondStep]),
  }),
  logout: endpoint({
    method: 'POST',
    reserve: true,
    path: '/api/v1/user/logout',
    summary: 'End the session',
    access: 'user',
    codes: true,
    guests: 'always',
    /** `provider` is the identity provider with which the user signed in, and its sign-out URL. */
    reply: z.object({ ok: z.literal(true), provider: z.object({ name: z.string(), url: z.string() }).nullable() }),
  }),
  advancedView: endpoint({
    method: 'PUT',
    path: '/api/v1/user/advanced-view',
    summary: 'Switch a school administrator between full ("1") and basic view ("2")',
    access: 'schoolAdmin',
    body: z.object({ advanced: z.boolean() }),
    reply: User,
  }),
};
