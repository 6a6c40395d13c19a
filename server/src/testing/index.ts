/** A complete portal for tests and benchmarks with a real database and a real index. It is called through the contract. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accounts } from '@fundus/contract/accounts/accounts';
import { MediaRecord, type MediaRecordInput } from '@fundus/contract/catalogue/catalogue';
import { frontendConfig, type FrontendConfigInput } from '@fundus/contract/config';
import { today } from '@fundus/contract/days';
import type { FieldProblem } from '@fundus/contract/errors';
import { fillPath, ONCE_HEADER, type Args, type Endpoint, type Reply } from '@fundus/contract/endpoint';
import { hash } from '@node-rs/argon2';
import type { InjectOptions } from 'fastify';
import { csrfToken } from '../http/sessions/csrf.ts';
import type { Server } from '../http/server.ts';
import { createSession } from '../http/sessions/session.ts';
import { makeApp } from '../app.ts';
import { checkTexts } from '../http/bodies/json-text.ts';
import { newId } from '../db/new-id.ts';
import { insertDistrict, insertPeople, insertSchools, type NewPerson } from '../domains/accounts/index.ts';
import { ingest } from '../domains/catalogue/index.ts';
import type { Env } from '../env.ts';
import { makeLog } from '../log.ts';
import { openPortal, type OpenPortal } from '../portal.ts';
import { fillDataDir, ownDatabase } from './database-template.ts';
import { keepRecording } from './record-statements.ts';

export const PASSWORD = 'ein gutes Kennwort';
/** Runs a request outside of any transaction context, even if a test sends it inside a transaction. */
const fromOutside = AsyncLocalStorage.snapshot();
/**
 * Password hashing parameters for tests. They are cheaper than in production, because tests sign in thousands of users. `reset.test.ts` tests the
 * real parameters.
 */
const QUICK = { memoryCost: 8, timeCost: 1, parallelism: 1 };
let passwordHash: Promise<string> | undefined;

/** Error thrown for an error reply. */
export class CallRefused extends Error {
  readonly status: number;
  readonly code: string;
  readonly field: string | undefined;
  /** Invalid fields with the violated rules, for example `title required`. */
  readonly problems: string[];
  readonly details: { problems?: FieldProblem[] } & Record<string, unknown>;
  constructor(status: number, body: { error?: { code: string; field?: string; details?: CallRefused['details'] } }) {
    super(`${status} ${body.error?.code ?? ''}`);
    this.status = status;
    this.code = body.error?.code ?? '';
    this.field = body.error?.field;
    this.details = body.error?.details ?? {};
    this.problems = (this.details.problems ?? []).map(({ field, rule }) => `${field} ${rule}`);
  }
}

/** A client with its own cookie jar. */
export type Caller = {
  call<E extends Endpoint>(endpoint: E, ...args: keyof Args<E> extends never ? [] : [Args<E>]): Promise<Reply<E>>;
  /** Makes a call with an idempotency key. */
  callOnce<E extends Endpoint>(endpoint: E, key: string, args: Args<E>): Promise<Reply<E>>;
  inject(options: InjectOptions): ReturnType<Server['inject']>;
};

export type TestPortal = OpenPortal & {
  dataDir: string;
  app: Server;
  guest(): Caller;
  /** Creates a user and signs them in. */
  as(person: Partial<NewPerson>): Promise<Caller>;
  /** Signs in an existing user. */
  signIn(email: string): Promise<Caller>;
  /** Stores records and waits until the search finds them. */
  store(...records: MediaRecordInput[]): Promise<void>;
  /** Delays in milliseconds that the portal requested. Tests do not actually wait. */
  pauses: readonly number[];
  /** Sets the clock, or resets it to the real time if `now` is `null`. */
  setNow(now: Date | null): void;
};

export const teacher = (more: Partial<NewPerson> = {}): Partial<NewPerson> => ({ role: 'L', school_id: 'school-a', ...more });
export const pupil = (more: Partial<NewPerson> = {}): Partial<NewPerson> => ({ role: '', school_id: 'school-a', ...more });
export const schoolAdmin = (more: Partial<NewPerson> = {}): Partial<NewPerson> => ({
  role: 'L',
  school_admin: '1',
  school_id: 'school-a',
  ...more,
});
export const districtAdmin = (more: Partial<NewPerson> = {}): Partial<NewPerson> => ({
  role: 'L',
  district_admin: '1',
  district_id: 'district-a',
  ...more,
});

/** Opens a portal with two schools in one district. It uses PGlite, or a separate database if TEST_DATABASE_URL is set. */
export async function testPortal(
  config: FrontendConfigInput = {},
  {
    empty = false,
    embedding,
    smtpUrl,
    publicUrl,
    contentUrl,
    oidc,
    saml,
    intranetHosts,
    sessionSecret = 's'.repeat(40),
    searchWorkers = 0,
  }: {
    empty?: boolean;
    /** Secret of the portal. If `null`, it is generated and stored in the data folder. */
    sessionSecret?: string | null;
    /** Number of search threads. By default, the search runs in the thread of the test and learns word similarity on demand. */
    searchWorkers?: number;
  } & Partial<Pick<Env, 'embedding' | 'smtpUrl' | 'publicUrl' | 'contentUrl' | 'oidc' | 'saml' | 'intranetHosts'>> = {},
): Promise<TestPortal> {
  checkTexts();
  const dataDir = mkdtempSync(join(tmpdir(), 'fundus-test-'));
  const server = process.env.TEST_DATABASE_URL;
  const database = server ? await ownDatabase(server) : undefined;
  fillDataDir(dataDir);
  const log = makeLog('silent');
  const opened = await openPortal(
    {
      dataDir,
      databaseUrl: database?.url,
      config: frontendConfig(config),
      demo: false,
      sessionSecret: sessionSecret ?? undefined,
      searchWorkers,
      embedding,
      smtpUrl,
      publicUrl,
      contentUrl,
      oidc,
      saml,
      intranetHosts,
    },
    log,
  );
  let fixed: Date | null = null;
  opened.portal.now = () => fixed ?? new Date();
  // Jobs run only when a test starts them with `jobs.runDue()`, so that tests can read waiting jobs and jobs of earlier tests never interfere.
  opened.portal.wakeJobs = () => {};
  const pauses: number[] = [];
  opened.portal.pause = async (ms) => void pauses.push(ms);
  const clientFolder = join(dataDir, 'client');
  mkdirSync(clientFolder);
  // A page exists for every route, as in production, even if the client has not been built.
  writeFileSync(join(clientFolder, 'index.html'), '<!doctype html><html><head><title>Portal</title></head><body></body></html>');
  const app = await makeApp(opened.portal, { publicUrl, metricsHosts: ['127.0.0.1'], clientFolder });
  if (!empty) await twoSchools(opened);
  opened.follower.followDays();
  return {
    ...opened,
    app,
    guest: () => caller(app),
    pauses,
    dataDir,
    as: async (person) => signedIn(app, opened, person),
    signIn: (email) => signIn(app, email),
    store: async (...records) => {
      await opened.portal.db.transaction().execute((trx) =>
        ingest(
          trx,
          records.map((record) => MediaRecord.parse(record)),
          { today: today(opened.portal.now()) },
        ),
      );
      await opened.follower.catchUp();
    },
    setNow: (now) => (fixed = now),
    close: async () => {
      await app.close();
      await opened.close();
      await database?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function twoSchools({ portal }: OpenPortal): Promise<void> {
  await insertDistrict(portal.db, { id: 'district-a', name: 'Kreis A' });
  const school = (x: string) => ({
    id: `school-${x}`,
    district_id: 'district-a',
    name: `Schule ${x}`,
    number: `10${x}`,
    street: '',
    postcode: '',
    city: '',
  });
  await insertSchools(portal.db, ['a', 'b'].map(school));
}

async function signedIn(app: Server, { portal }: OpenPortal, person: Partial<NewPerson>): Promise<Caller> {
  const id = newId();
  passwordHash ??= hash(PASSWORD, QUICK);
  const email = person.email ?? `${id}@test.example`;
  await insertPeople(portal.db, [
    {
      vorname: 'Kim',
      name: 'Muster',
      role: '',
      school_admin: '0',
      district_admin: '0',
      capabilities: [],
      school_id: null,
      district_id: null,
      // Accounts of the demo sign in without a second factor. Tests of second factors override this setting.
      demo: true,
      ...person,
      id,
      email,
      password_hash: await passwordHash,
    },
  ]);
  const isPlain = person.demo === undefined && person.state === undefined;
  return isPlain ? callerWithSession(app, portal, { personId: id, stay: false }) : signIn(app, email);
}

/** Returns a client with a new session. Avoids the two requests and fifteen statements of a sign-in. */
export async function callerWithSession(
  app: Server,
  portal: OpenPortal['portal'],
  start: { personId: string; stay: boolean } | { codeId: string },
): Promise<Caller> {
  const { sid } = await createSession(portal, start, '');
  return callerWith(app, { portal_sid: sid, '__Host-portal_sid': sid }, csrfToken(portal.secret, sid, portal.now()));
}

async function signIn(app: Server, email: string): Promise<Caller> {
  const browser = caller(app);
  await browser.call(accounts.login, { body: { login: email, password: PASSWORD } });
  return browser;
}

const caller = (app: Server): Caller => callerWith(app, {});

/** Returns a client with the given cookies and their CSRF token, if it is known. */
function callerWith(app: Server, given: Record<string, string>, token?: string): Caller {
  const cookies = new Map(Object.entries(given));
  const inject = async (options: InjectOptions) => {
    const response = await fromOutside(keepRecording(async () => await app.inject({ ...options, cookies: Object.fromEntries(cookies) })));
    for (const cookie of response.cookies) {
      if (cookie.value === '') cookies.delete(cookie.name);
      else cookies.set(cookie.name, cookie.value);
      // The session has changed, so the CSRF token is no longer valid.
      token = undefined;
    }
    token = (response.headers['x-csrf-token'] as string | undefined) ?? token;
    return response;
  };
  // Returns the CSRF token. As in the client, it is requested only if there is none or it has become invalid.
  const freshToken = async (): Promise<string> => {
    await inject({ method: 'GET', url: '/api/v1/user/userinfo' });
    return token!;
  };
  type Sent = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: object };
  const callWith = async (endpoint: Endpoint, args: Sent, key?: string) => {
    const query = Object.fromEntries(Object.entries(args.query ?? {}).map(([key, value]) => [key, String(value)]));
    const send = (csrf: string | undefined) =>
      inject({
        method: endpoint.method,
        url: fillPath(endpoint.path, args.params),
        query,
        headers: { ...(csrf !== undefined && { 'x-csrf-token': csrf }), ...(key !== undefined && { [ONCE_HEADER]: key }) },
        ...(args.body && { payload: args.body }),
      });
    let response = await send(endpoint.method === 'GET' ? undefined : (token ?? (await freshToken())));
    if (response.statusCode === 403 && response.json<{ error: { code: string } }>().error.code === 'csrf_invalid')
      response = await send(await freshToken());
    if (response.statusCode >= 400) throw new CallRefused(response.statusCode, response.json());
    return endpoint.reply === 'stream' ? (response as never) : response.json();
  };
  return {
    inject: inject as Caller['inject'],
    call: (endpoint, ...[args = {}]: object[]) => callWith(endpoint, args),
    callOnce: (endpoint, key, args) => callWith(endpoint, args as Sent, key),
  };
}
