import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { frontendConfig } from '@fundus/contract/config';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeJobs, type Jobs } from '../jobs/runner.ts';
import { makeLog } from '../log.ts';
import { openPortal } from '../portal.ts';
import { makeHome } from '../testing/database-template.ts';
import { testPortal, type TestPortal } from '../testing/index.ts';
import type { MailInput } from './compose.ts';
import { openMailer } from './mailer.ts';
import { mailWorker, enqueueMail } from './outbox.ts';

type Delivered = { from: string; to: string[]; mail: Email };
type MailServer = { port: number; delivered: Delivered[]; close(): Promise<void> };

/**
 * Starts a mail server for tests. While `busy`, it replies 451 to `later@` and 452 to the content of mails to `full@`. It always replies 550 to
 * `nobody@`, and disconnects once after the content of a mail to `drop@`.
 */
async function mailServer(port = 0, mood = { busy: false }): Promise<MailServer> {
  const delivered: Delivered[] = [];
  const dropped = new Set<string>();
  const answer = (message: string, responseCode: number) => Object.assign(new Error(message), { responseCode });
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo: ({ address }, _, done) => {
      if (address.startsWith('nobody@')) done(answer('no such mailbox', 550));
      else if (address.startsWith('later@') && mood.busy) done(answer('try again later', 451));
      else done();
    },
    onData: (stream, session, done) => {
      void readAll(stream).then(async (raw) => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        if (to[0]!.startsWith('full@') && mood.busy) return done(answer('try again later', 452));
        const mail = await PostalMime.parse(raw);
        delivered.push({ from: session.envelope.mailFrom ? session.envelope.mailFrom.address : '', to, mail });
        if (to[0]!.startsWith('drop@') && !dropped.has(to[0]!)) {
          dropped.add(to[0]!);
          for (const each of server.connections) (each as unknown as { _socket: { destroy(): void } })._socket.destroy();
          return;
        }
        done();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready));
  return {
    port: (server.server.address() as { port: number }).port,
    delivered,
    close: () => new Promise((closed) => server.close(() => closed())),
  };
}

const mail = (about: Partial<MailInput> = {}): MailInput => ({
  to: { address: 'amt@kreis.example', name: 'Kreis Ä' },
  replyTo: { address: 'kim@schule.example', name: 'Kim Muster' },
  language: 'de',
  subject: 'Grüße aus der Schule',
  body: [
    { kind: 'text', text: 'Guten Tag,\n\njemand schreibt <b>Ihnen</b>.' },
    { kind: 'facts', rows: [['Name', 'Kim & Co']] },
    { kind: 'quote', text: 'Zeile 1\nZeile 2' },
    { kind: 'link', label: 'Zur Seite', href: '/contact?a=1&b=2' },
  ],
  reason: 'Sie erhalten diese Mail, weil Ihre Adresse im Portal hinterlegt ist.',
  ...about,
});

const look = async () => ({ portalName: 'Fundus Lindenau', primaryColor: '#0061c0', linkColor: '#0061c0', logo: null });

describe('delivery over SMTP', () => {
  let portal: TestPortal;
  let server: MailServer;
  const mood = { busy: false };
  let now = new Date();
  let jobs: Jobs;
  beforeAll(async () => {
    portal = await testPortal();
    server = await mailServer(0, mood);
    const mailer = openMailer({
      smtpUrl: `smtp://127.0.0.1:${server.port}`,
      folder: portal.dataDir,
      publicUrl: 'https://medien.kreis.example',
      look,
      secret: 's'.repeat(40),
    });
    jobs = makeJobs({ db: portal.portal.db, log: portal.portal.log, now: () => now }, { mail: mailWorker(mailer) });
  });
  afterAll(async () => {
    await server.close();
    await portal.close();
  });
  beforeEach(async () => {
    server.delivered.length = 0;
    await portal.portal.db.deleteFrom('job').execute();
  });
  const put = (about: Partial<MailInput> = {}) => enqueueMail(portal.portal.db, now, mail(about));
  const job = () => portal.portal.db.selectFrom('job').selectAll().executeTakeFirstOrThrow();

  test('sends the same content as text and HTML', async () => {
    const id = await put();
    await jobs.runDue();
    const [{ from, to, mail: got }] = server.delivered as [Delivered];
    expect({ from, to }).toEqual({ from: 'portal@medien.kreis.example', to: ['amt@kreis.example'] });
    expect(got.from).toEqual({ address: 'portal@medien.kreis.example', name: 'Fundus Lindenau' });
    expect(got.to).toEqual([{ address: 'amt@kreis.example', name: 'Kreis Ä' }]);
    expect(got.replyTo).toEqual([{ address: 'kim@schule.example', name: 'Kim Muster' }]);
    expect(got.subject).toBe('Grüße aus der Schule');
    expect(got.messageId).toBe(`<${id}@medien.kreis.example>`);
    expect(got.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }));
    expect(got.text?.trimEnd()).toBe(
      'Guten Tag,\n\njemand schreibt <b>Ihnen</b>.\n\nName: Kim & Co\n\n> Zeile 1\n> Zeile 2\n\nZur Seite:\nhttps://medien.kreis.example/contact?a=1&b=2\n\n' +
        '-- \nFundus Lindenau\nhttps://medien.kreis.example\nSie erhalten diese Mail, weil Ihre Adresse im Portal hinterlegt ist.',
    );
    expect(got.html).toContain('<html lang="de" dir="ltr">');
    expect(got.html).toContain('jemand schreibt &lt;b&gt;Ihnen&lt;/b&gt;.');
    expect(got.html).toContain('href="https://medien.kreis.example/contact?a=1&amp;b=2"');
    expect(got.html).not.toMatch(/<img|<script|src=/);
    expect(got.attachments).toEqual([]);
  });

  test('prevents the injection of headers and recipients', async () => {
    await put({
      subject: 'Hallo\r\nBcc: opfer@example.org',
      replyTo: { address: 'kim@schule.example', name: 'Kim" <x@example.org>, "\r\nBcc: opfer@example.org' },
    });
    await jobs.runDue();
    const [{ to, mail: got }] = server.delivered as [Delivered];
    expect(to).toEqual(['amt@kreis.example']);
    expect(got.bcc).toBeUndefined();
    expect(got.headers.some(({ key }) => key === 'bcc')).toBe(false);
    expect(got.subject).toBe('Hallo Bcc: opfer@example.org');
    expect(got.replyTo?.map(({ address }) => address)).toEqual(['kim@schule.example']);
  });

  test('gives up a mail if the mailbox does not exist', async () => {
    await put({ to: { address: 'nobody@kreis.example' } });
    await jobs.runDue();
    expect(await job()).toMatchObject({ state: 'given_up', attempts: 1 });
    await portal.portal.db.deleteFrom('job').execute();

    mood.busy = true;
    await put({ to: { address: 'later@kreis.example' } });
    await jobs.runDue();
    expect(await job()).toMatchObject({ state: 'waiting', attempts: 1 });
    mood.busy = false;
    now = new Date(now.getTime() + 60_000);
    await jobs.runDue();
    expect(await job()).toMatchObject({ state: 'done', attempts: 2, payload: null });
    expect(server.delivered).toHaveLength(1);
  });

  test('sends a mail while forty earlier mails are deferred', async () => {
    mood.busy = true;
    for (let n = 0; n < 40; n += 1) await put({ to: { address: `${n % 2 === 0 ? 'later' : 'full'}@kreis.example` } });
    await put({ to: { address: 'kim@schule.example' } });
    await jobs.runDue();
    expect(server.delivered.map(({ to }) => to)).toEqual([['kim@schule.example']]);
    mood.busy = false;
    now = new Date(now.getTime() + 60_000);
    await jobs.runDue();
    expect(server.delivered).toHaveLength(41);
  });

  test('stops the round after a refused connection', async () => {
    const mailer = openMailer({ smtpUrl: 'smtp://127.0.0.1:1', folder: portal.dataDir, look, secret: 's'.repeat(40) });
    for (let n = 0; n < 3; n += 1) await put();
    await makeJobs({ db: portal.portal.db, log: portal.portal.log, now: () => now }, { mail: mailWorker(mailer) }).runDue();
    const rows = await portal.portal.db.selectFrom('job').select('attempts').execute();
    expect(rows.map(({ attempts }) => attempts).toSorted()).toEqual([0, 0, 1]);
    mailer.close();
  });

  test('reuses the Message-ID when a mail is sent again', async () => {
    await put({ to: { address: 'drop@kreis.example' } });
    await jobs.runDue();
    expect(await job()).toMatchObject({ state: 'waiting' });
    now = new Date(now.getTime() + 60_000);
    await jobs.runDue();
    expect(await job()).toMatchObject({ state: 'done' });
    expect(new Set(server.delivered.map(({ mail: { messageId } }) => messageId)).size).toBe(1);
  });
});

describe('delivery across a restart', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'fundus-mail-'));
  let home: Awaited<ReturnType<typeof makeHome>>;
  beforeAll(async () => {
    home = await makeHome(dataDir);
  });
  const open = (smtpUrl: string | undefined) =>
    openPortal(
      { databaseUrl: undefined, ...home, config: frontendConfig(), demo: false, sessionSecret: undefined, searchWorkers: 1, smtpUrl },
      makeLog('silent'),
    );
  afterEach(() => rmSync(join(dataDir, 'mail'), { recursive: true, force: true }));
  afterAll(async () => {
    await home.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  test('delivers a mail exactly once after the server was unavailable', async () => {
    const gone = await mailServer();
    await gone.close();
    const url = `smtp://127.0.0.1:${gone.port}`;

    let running = await open(url);
    await enqueueMail(running.portal.db, running.portal.now(), mail());
    expect(await running.jobs.runDue()).toBe(0);
    expect(await running.portal.db.selectFrom('job').select(['state', 'attempts']).executeTakeFirst()).toEqual({
      state: 'waiting',
      attempts: 1,
    });
    await running.close();

    const server = await mailServer(gone.port);
    running = await open(url);
    running.portal.now = () => new Date(Date.now() + 60_000);
    running.jobs.start(20);
    await expect.poll(() => server.delivered.length).toBe(1);
    await expect.poll(async () => (await running.portal.db.selectFrom('job').select('state').executeTakeFirst())?.state).toBe('done');
    running.portal.now = () => new Date(Date.now() + 24 * 3_600_000);
    await running.jobs.runDue();
    await running.close();
    await server.close();
    expect(server.delivered.map(({ mail: { subject } }) => subject)).toEqual(['Grüße aus der Schule']);
  });

  test('writes mails to files that only the operator can read if no mail server is configured', async () => {
    const running = await open(undefined);
    const id = await enqueueMail(running.portal.db, running.portal.now(), mail());
    await running.jobs.runDue();
    await running.portal.db
      .updateTable('job')
      .set({ state: 'waiting', payload: JSON.stringify(mail()) })
      .execute();
    await running.jobs.runDue();
    await running.close();
    const names = readdirSync(join(dataDir, 'mail'));
    expect(names).toEqual([expect.stringMatching(new RegExp(`^\\d{8}T\\d{6}Z-${id}\\.eml$`))]);
    const path = join(dataDir, 'mail', names[0]!);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(await PostalMime.parse(readFileSync(path))).toMatchObject({ subject: 'Grüße aus der Schule', from: { name: 'Fundus' } });
  });
});
