/** Screens for signing in, registration and the account. */
import { href } from '@fundus/contract/screens';
import * as addresses from './shot-addresses.ts';
import * as steps from '../steps/shot-steps.ts';
import type { Shot } from './shot.ts';

export const accountShots = {
  login: [
    { name: 'login', as: null, path: href('login') },
    { name: 'login-code', as: null, path: `${href('login')}#code` },
    { name: 'login-pictures', as: null, path: `${href('login')}#class=PKR47W` },
    { name: 'login-factor', as: null, path: href('login'), before: (page) => steps.halfSignedIn(page, ['totp', 'passkey', 'recovery']) },
    { name: 'login-portals', as: null, path: addresses.withPortals },
    { name: 'login-newcomer', as: null, path: addresses.asNewcomer },
    { name: 'login-choose', as: null, path: addresses.signInWithSeveralRoles },
    { name: 'login-factor-setup', as: null, path: href('login'), before: (page) => steps.halfSignedIn(page, []) },
  ],
  /** Only the start of the set-up, because the demo already has a district. `setup-without-demo.e2e.ts` covers the steps. */
  'first-start': [{ name: 'first-start', as: null, path: href('first-start') }],
  register: [
    { name: 'register', as: null, path: href('register') },
    { name: 'register-school', as: null, path: href('register'), before: steps.searchSchool },
    { name: 'register-invited', as: null, path: addresses.asInvited },
    { name: 'register-wrong', as: null, path: href('register'), before: steps.sendEmpty },
  ],
  'register-invited': [{ name: 'register-by-name', as: null, path: addresses.asInvitedByName }],
  'register-success': [
    { name: 'register-success', as: null, path: href('register-success') },
    { name: 'register-confirm', as: null, path: `${href('register-success')}#${'A'.repeat(43)}` },
  ],
  'password-request': [{ name: 'password-request', as: null, path: href('password-request') }],
  // Opened without a mailed link, so that the page reports an invalid link.
  'password-reset': [{ name: 'password-reset', as: null, path: href('password-reset') }],
  'password-reset-confirm': [{ name: 'password-confirm', as: null, path: addresses.resetLink }],
  'password-reset-new': [{ name: 'password-new', as: null, path: addresses.resetLink, before: steps.typePassword }],
  'password-reset-success': [{ name: 'password-success', as: null, path: href('password-reset-success') }],
  account: [
    { name: 'account', as: 'teacher', path: href('account') },
    { name: 'account-schools', as: 'teacher', path: addresses.withSchools },
    { name: 'account-security', as: 'teacher', path: href('account', { section: 'security' }) },
    { name: 'account-linked', as: 'teacher', path: addresses.withLinked },
    { name: 'account-link', as: 'teacher', path: addresses.withLinked, before: steps.openLinking },
    { name: 'account-notifications', as: 'teacher', path: href('account', { section: 'notifications' }) },
    { name: 'account-data', as: 'teacher', path: href('account', { section: 'data' }) },
  ],
  'email-confirm': [{ name: 'email-confirm', as: null, path: `${href('email-confirm')}#${'A'.repeat(43)}` }],
} satisfies Record<string, Shot[]>;
