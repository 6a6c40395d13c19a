/** People: who is signed in, signing in and out. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** The signed-in person (spec §3, "userinfo"). */
export const User = z.object({
  id: z.uuid(),
  /** 'L' is a teacher. */
  role: z.string(),
  /** '1' or '2' (basic view) is a school administrator. */
  school_admin: z.enum(['0', '1', '2']),
  district_admin: z.enum(['0', '1']),
  vorname: z.string(),
  name: z.string(),
  email: z.string(),
  school_id: z.string().nullable(),
  klassenID: z.string().nullable(),
  schulname: z.string().nullable(),
  show_jitsi: z.boolean(),
  shared_classes: z.array(z.string()),
  /** `cap_catalogue`, `cap_licences` … (behaviour.md 5.0.1). */
  capabilities: z.array(z.string()).readonly().optional(),
});
export type User = z.output<typeof User>;

export const accounts = {
  userinfo: endpoint({
    method: 'GET',
    path: '/api/v1/user/userinfo',
    summary: 'The signed-in person, or false',
    access: 'user',
    guests: 'always',
    reply: z.union([User, z.literal(false)]),
  }),
  login: endpoint({
    method: 'POST',
    path: '/api/v1/user/login',
    summary: 'Sign in with e-mail or user name and password',
    access: 'user',
    guests: 'always',
    body: z.object({
      /** E-mail, user name, or a borrower's code where `LoginEntleiherCode` is on. */
      login: z.string().trim().min(1).max(254),
      /** With `LoginSchulnummer`: only somebody of this school. */
      school: z
        .string()
        .trim()
        .max(20)
        .regex(/^[\p{L}\d ._/-]*$/u)
        .optional(),
      password: z.string().min(1).max(1_024),
      /** "Angemeldet bleiben": 30 days instead of the browser session. */
      stay: z.boolean().default(false),
    }),
    reply: User,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/v1/user/logout',
    summary: 'End the session',
    access: 'user',
    guests: 'always',
    reply: z.object({ ok: z.literal(true) }),
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
