/** Opens and closes all parts of a portal. Used by the server, the commands, the tests and the benchmarks. */
import { setTimeout as wait } from 'node:timers/promises';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { SUBJECTS } from '@fundus/contract/reference/subjects';
import { ALL_DOMAINS, makeWorkers } from './all-domains/all-domains.ts';
import { selectDomainServices, type WholePortal } from './all-domains/portal-of.ts';
import { runInBackground } from './caller.ts';
import { watchDisk } from './db/disk.ts';
import type { Database } from './db/open.ts';
import { withLongLimit } from './db/patience.ts';
import { followChanges, watchSynonyms, type Follower } from './domains/catalogue/index.ts';
import { hasDemo, isEmpty } from './domains/accounts/index.ts';
import { acceptAfterRegistration, findForRegistration } from './domains/invitations/index.ts';
import { syncGroups } from './domains/classes/index.ts';
import type { Env } from './env.ts';
import { openInstallation, type Permission } from './installation/installation.ts';
import { untrustedUntil } from './jobs/clock.ts';
import { makeJobs, type Jobs } from './jobs/runner.ts';
import { makeLive } from './live/live.ts';
import type { Log } from './log.ts';
import { openEmbedding } from './embedding/embedding.ts';
import { makeQuestions } from './embedding/questions.ts';
import { openMailer } from './mail/mailer.ts';
import { MAIL_JOB, mailWorker } from './mail/outbox.ts';
import { makePlatformKeys } from './lti/platform-keys.ts';
import { openOidc } from './oidc/oidc.ts';
import { makeRemote } from './remote/remote.ts';
import { openSearchIndex } from './search/search-index.ts';
import { makeS3Storage } from './storage/s3.ts';
import { localStorage } from './storage/storage.ts';
import { joinSchool, leaveSchool } from './domains/people/index.ts';
import { forwardNotices, readMailTheme } from './domains/mails/index.ts';

export type OpenPortal = { portal: WholePortal; database: Database; follower: Follower; jobs: Jobs; close: () => Promise<void> };

type Options = Pick<Env, 'dataDir' | 'databaseUrl' | 'config' | 'demo' | 'sessionSecret' | 'searchWorkers'> &
  Partial<
    Pick<
      Env,
      | 'smtpUrl'
      | 'mailFrom'
      | 'oaiEmail'
      | 'publicUrl'
      | 'contentUrl'
      | 'oidc'
      | 'saml'
      | 'intranetHosts'
      | 'stripe'
      | 'embedding'
      | 's3'
      | 'searchCluster'
    >
  >;

/**
 * Opens database, index and storage, and loads the demo school into an empty portal if it is enabled. `onLost` is called if the embedded
 * database fails permanently.
 */
export async function openPortal(
  env: Options,
  log: Log,
  onLost?: (reason: string) => void,
  permission: Permission = {},
): Promise<OpenPortal> {
  mkdirSync(env.dataDir, { recursive: true, mode: 0o700 });
  const disk = await watchDisk(env.dataDir, log);
  const embedder = openEmbedding(env.embedding);
  const storage = env.s3 ? await makeS3Storage(env.s3) : localStorage(join(env.dataDir, 'files'));
  const { database, secret, search } = await openStores(env, { disk, embedder, log, onLost, permission });
  const portal: WholePortal = {
    db: database.db,
    caches: database.caches,
    ping: database.ping,
    disk,
    config: env.config,
    log,
    storage,
    search,
    embedder,
    questions: embedder && makeQuestions(embedder),
    secret,
    publicUrl: env.publicUrl,
    contentUrl: env.contentUrl,
    oaiEmail: env.oaiEmail,
    oidc: await openProviders(env),
    remote: makeRemote({ intranet: env.intranetHosts ?? [], name: env.publicUrl ? `Fundus (${env.publicUrl})` : 'Fundus' }),
    mailServer: { configured: env.smtpUrl !== undefined, from: '', send: async () => {} },
    payment: null,
    intranetHosts: env.intranetHosts ?? [],
    platformKeys: makePlatformKeys((request) => portal.remote(request)),
    demo: false,
    now: () => new Date(),
    live: makeLive(() => portal.now()),
    pause: (ms) => wait(ms),
    wakeIndex: async () => {},
    cacheDir: join(env.dataDir, 'cache'),
    erasuresFile: join(env.dataDir, 'erasures.json'),
    uploadDir: join(env.dataDir, 'uploads'),
    wakeJobs: () => {},
    jobs: { kinds: [], mayRetry: () => false, about: async () => null },
    registrationInvitations: { find: findForRegistration, use: acceptAfterRegistration },
    schoolMembership: { join: joinSchool, quit: leaveSchool, group: syncGroups },
    domains: ALL_DOMAINS,
    screenTexts: () => null,
    routines: { names: [], run: async () => false },
  };
  // The SDK is loaded only if payments are configured.
  if (env.stripe) portal.payment = (await import('./payment/stripe.ts')).openStripe(env.stripe, (request) => portal.remote(request));
  try {
    if (env.demo && (await isEmpty(database.db))) await withLongLimit(async () => (await import('@fundus/demo/load')).loadDemo(portal));
    portal.demo = await hasDemo(database.db);
    const stopSynonyms = await watchSynonyms(selectDomainServices(portal, 'catalogue'), database);
    const stopNotices = await forwardNotices(selectDomainServices(portal, 'mails'), database);
    const follower = await withLongLimit(() => followChanges(selectDomainServices(portal, 'catalogue'), database, { holdDays: true }));
    portal.wakeIndex = () => Promise.race([follower.catchUp(), aMoment()]);
    const mailer = openMail(env, portal);
    const jobs = makeJobs(
      {
        db: database.db,
        log,
        now: () => portal.now(),
        trustsClock: async () => (await untrustedUntil(database.db, portal.now())) === null,
      },
      {
        [MAIL_JOB]: mailWorker(mailer),
        ...makeWorkers(portal),
      },
    );
    portal.wakeJobs = () => runInBackground(() => jobs.wake());
    portal.jobs = jobs;
    const close = async (): Promise<void> => {
      await jobs.stop();
      mailer.close();
      await embedder?.close();
      await follower.stop();
      await stopSynonyms();
      await stopNotices();
      await search.save();
      await search.close();
      await database.close();
      await storage.close();
      disk.close();
    };
    return { portal, database, follower, jobs, close };
  } catch (error) {
    await embedder?.close();
    await search.close();
    await database.close();
    throw error;
  }
}

type Around = {
  disk: Awaited<ReturnType<typeof watchDisk>>;
  embedder: ReturnType<typeof openEmbedding>;
  log: Log;
  onLost: ((reason: string) => void) | undefined;
  permission: Permission;
};

/** Opens database and search index concurrently. If one of them fails, the other one is closed. */
async function openStores(env: Options, { disk, embedder, log, onLost, permission }: Around) {
  const [installed, index] = await Promise.allSettled([
    openInstallation(env, { log, hasRoom: (small) => disk.hasRoom(small), ...(onLost && { onLost }) }, permission),
    openSearchIndex({
      dataDir: env.dataDir,
      workers: env.searchWorkers,
      vocabulary: SUBJECTS.map((subject) => subject.label),
      space: embedder?.space,
      cluster: env.searchCluster,
    }),
  ]);
  if (installed.status === 'rejected' || index.status === 'rejected') {
    if (installed.status === 'fulfilled') await installed.value.database.close();
    if (index.status === 'fulfilled') await index.value.close();
    await embedder?.close();
    disk.close();
    throw installed.status === 'rejected' ? installed.reason : (index as PromiseRejectedResult).reason;
  }
  return { ...installed.value, search: index.value };
}

/** Returns the clients of the identity providers. The SAML library is loaded only if a provider uses it. */
async function openProviders({ oidc = [], saml = [], publicUrl }: Options) {
  const clients = oidc.map((settings) => openOidc(settings));
  if (saml.length === 0) return clients;
  const { openSaml } = await import('./saml/saml.ts');
  return [...clients, ...saml.map((settings) => openSaml(settings, `${publicUrl}/api/v1/auth/saml/${settings.id}`))];
}

/** Opens the mailer, which writes mails to files if there is no SMTP server. */
function openMail(env: Options, portal: WholePortal) {
  const mailer = openMailer({
    smtpUrl: env.smtpUrl,
    folder: join(env.dataDir, 'mail'),
    from: env.mailFrom,
    publicUrl: env.publicUrl,
    look: () => readMailTheme(selectDomainServices(portal, 'mails')),
    secret: portal.secret,
  });
  portal.mailServer = { configured: env.smtpUrl !== undefined, from: mailer.from, send: mailer.send };
  return mailer;
}

/** Limits how long a request waits for the index while a long import is being indexed. */
const aMoment = (): Promise<void> => new Promise((passed) => setTimeout(passed, 300).unref());
