import type { endpoints } from '@fundus/contract/endpoints';
import type { signOn } from '@fundus/contract/accounts/sign-on';
import type { UserCtx } from '../../http/context.ts';
import type { Handlers } from '../../http/implement.ts';
import { countGuessAt } from './factors/factor-guesses.ts';
import { addTotp, beginFactor, readFactors, removeFactor } from './factors/factors.ts';
import { createRecoveryCodes } from './factors/store-factor.ts';
import { exportData } from './own/export.ts';
import {
  requestEmailChange,
  changeOwnAccount,
  changePassword,
  confirmEmail,
  deleteOwn,
  requireReauthentication,
  prepareDeletion,
  prepareEmail,
  preparePassword,
  readOwnAccount,
  setNotifications,
  switchView,
} from './own/own-account.ts';
import { endOtherSessions, endOwnSession, readSessions } from './own/sessions.ts';
import { addPasskey, createPasskeyChallenge, verifyPasskey } from './factors/passkeys.ts';
import {
  continueWithRole,
  completeSignIn,
  startAuthorization,
  createAccount,
  redirectAfterCallback,
  linkAccount,
  exchangeAnswer,
  prepareLink,
  requestAuthorization,
} from './providers/providers.ts';
import { readIdentities, removeIdentity } from './providers/identities.ts';
import { prepareLogout } from './providers/provider-logout.ts';
import { chooseSchool, readOwnSchools } from './providers/provider-schools.ts';
import { compareMetadata, decidePaused, readSignOn } from './providers/sign-on.ts';
import { findSchools } from './registration/registration-repository.ts';
import { confirmRegistration, prepareInvitedRegistration, prepareRegistration, queueRegistration } from './registration/registration.ts';
import {
  checkReset,
  createResetChallenge,
  confirmReset,
  countRequest,
  setNewPassword,
  prepareConfirm,
  prepareNewPassword,
  requestPassword,
} from './password/reset.ts';
import { beginSession, checkCredentials, verifyCode } from './sign-in/sign-in.ts';

const MAX_SCHOOLS = 10;

type AuthorizationStart = Awaited<ReturnType<typeof requestAuthorization>>;
type Left = Awaited<ReturnType<typeof prepareLogout>>;
type Arrived = Awaited<ReturnType<typeof exchangeAnswer>>;
type Checked = Awaited<ReturnType<typeof checkCredentials>>;

export const signOnHandlers: Handlers<typeof signOn, 'oidc' | 'remote'> = {
  list: (ctx) => readSignOn(ctx),
  decide: (ctx, input) => decidePaused(ctx, input),
  readMetadata: {
    before: (ctx, { body }) => compareMetadata(ctx, body),
    write: (_ctx, _input, read: Awaited<ReturnType<typeof compareMetadata>>) => read,
  },
};

type Used = 'domains' | 'oidc' | 'pause' | 'registrationInvitations' | 'schoolMembership';

export const handlers: Handlers<typeof endpoints.accounts, Used> = {
  userinfo: ({ user }) => user ?? false,
  login: {
    before: (ctx, { body }) => checkCredentials(ctx, body),
    write: (ctx, { body }, checked: Checked) => beginSession(ctx, { ...checked, stay: body.stay }),
  },
  logout: {
    before: (ctx) => prepareLogout(ctx),
    write: async (ctx, _, provider: Left) => {
      if (ctx.user) ctx.changeSession({ end: true });
      return { ok: true as const, provider };
    },
  },
  registerSchools: async (ctx, { query }) => ({ items: query.q === '' ? [] : await findSchools(ctx.db, query.q, MAX_SCHOOLS) }),
  register: {
    before: (ctx, { body }) => prepareRegistration(ctx, body),
    write: (ctx, { body }, hash: string) => queueRegistration(ctx, body, hash),
  },
  registerInvited: {
    before: (ctx, { body }) => prepareInvitedRegistration(ctx, body),
    write: (ctx, { body }, hash: string) => queueRegistration(ctx, body, hash),
  },
  confirmRegistration: (ctx, { body }) => confirmRegistration(ctx, body.token),
  requestPassword: {
    before: (ctx) => countRequest(ctx),
    write: (ctx, { body }) => requestPassword(ctx, body.login),
  },
  checkReset: (ctx, { body }) => checkReset(ctx, body.token),
  createResetChallenge: (ctx, { body }) => createResetChallenge(ctx, body.token),
  confirmReset: {
    before: (ctx, { body }) => prepareConfirm(ctx, body.token),
    write: (ctx, { body }) => confirmReset(ctx, body),
  },
  newPassword: {
    before: (ctx, { body }) => prepareNewPassword(ctx, body.token, body.password),
    write: (ctx, { body }, hash: string) => setNewPassword(ctx, body.token, hash),
  },
  factors: (ctx) => readFactors(ctx),
  verifyCode: {
    before: (ctx, { body }) => countGuessAt(ctx, body.token),
    write: (ctx, { body }) => verifyCode(ctx, body.token, body.code),
  },
  createPasskeyChallenge: (ctx, { body }) => createPasskeyChallenge(ctx, body.token),
  verifyPasskey: {
    before: (ctx, { body }) => countGuessAt(ctx, body.token),
    write: (ctx, { body }) => verifyPasskey(ctx, body.token, body.response),
  },
  beginFactor: {
    before: async (ctx, { body }) =>
      ctx.user && !body.token ? requireReauthentication(ctx as UserCtx, body.password, 'password') : undefined,
    write: (ctx, { body }) => beginFactor(ctx, body),
  },
  addTotp: (ctx, { body }) => addTotp(ctx, body),
  addPasskey: (ctx, { body }) => addPasskey(ctx, body),
  removeFactor: {
    before: (ctx, { body }) => requireReauthentication(ctx, body.password, 'password'),
    write: (ctx, { params }) => removeFactor(ctx, params.id),
  },
  newCodes: {
    before: (ctx, { body }) => requireReauthentication(ctx, body.password, 'password'),
    write: async (ctx) => ({ codes: await createRecoveryCodes(ctx, ctx.user.id) }),
  },
  providers: (ctx) => ({
    items: ctx.oidc.map(({ settings }) => ({
      id: settings.id,
      name: settings.name,
      issuer: settings.issuer,
      hints: 'hints' in settings ? settings.hints : [],
    })),
  }),
  startAuthorization: {
    before: async (ctx, { params, body }) => {
      if (body.link && ctx.user) await requireReauthentication(ctx as UserCtx, body.password, 'password');
      return requestAuthorization(ctx, params.provider, body);
    },
    write: (ctx, { params, body }, visit: AuthorizationStart) => startAuthorization(ctx, params.provider, body.link, visit),
  },
  callback: (ctx, { query }) => redirectAfterCallback(ctx, query),
  completeSignIn: {
    before: (ctx, { body }) => exchangeAnswer(ctx, body.answer, body.secret),
    write: (ctx, _, arrived: Arrived) => completeSignIn(ctx, arrived),
  },
  linkAccount: {
    before: (ctx, { body }) => prepareLink(ctx, body),
    write: (ctx, { body }, checked: Checked) => linkAccount(ctx, body.token, checked),
  },
  createAccount: (ctx, { body }) => createAccount(ctx, body.token, body.school_id, body.role),
  chooseArrival: (ctx, { body }) => continueWithRole(ctx, body.token, body.school_id, body.role),
  identities: (ctx) => readIdentities(ctx),
  ownSchools: (ctx) => readOwnSchools(ctx),
  chooseSchool: (ctx, { body }) => chooseSchool(ctx, body.school_id, body.role),
  removeIdentity: (ctx, { params }) => removeIdentity(ctx, params.provider),
  account: (ctx) => readOwnAccount(ctx),
  changeAccount: (ctx, { body }) => changeOwnAccount(ctx, body),
  changePassword: {
    before: (ctx, { body }) => preparePassword(ctx, body),
    write: (ctx, _, hash: string) => changePassword(ctx, hash),
  },
  changeEmail: {
    before: (ctx, { body }) => prepareEmail(ctx, body),
    write: (ctx, { body }) => requestEmailChange(ctx, body.email),
  },
  confirmEmail: (ctx, { body }) => confirmEmail(ctx, body.token),
  sessions: (ctx) => readSessions(ctx),
  endSession: (ctx, { params }) => endOwnSession(ctx, params.id),
  endOtherSessions: (ctx) => endOtherSessions(ctx),
  setNotifications: (ctx, { body }) => setNotifications(ctx, body.notifications),
  exportData: (ctx, { query }) => exportData(ctx, query),
  deleteAccount: {
    before: (ctx, { body }) => prepareDeletion(ctx, body.password),
    write: (ctx) => deleteOwn(ctx),
  },
  advancedView: (ctx, { body }) => switchView(ctx, body.advanced),
};
