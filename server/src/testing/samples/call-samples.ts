/**
 * Sample requests for all calls. They use objects of a school or of another person at the school. A request is empty if the authorisation does not
 * depend on it.
 */
import type { Readable } from 'node:stream';
import { OidcProvider } from '@fundus/contract/accounts/oidc-settings';
import { type Kind } from '@fundus/contract/rights/marks';
import { newId } from '../../db/new-id.ts';
import { classSamples } from './class-samples.ts';
import { SAMPLE_MEDIUM } from '../german-names.ts';
import { duplicateSamples } from './duplicate-samples.ts';
import { importSamples } from './import-samples.ts';
import { invitationSamples } from './invitation-samples.ts';
import { testPortal, type TestPortal } from '../index.ts';
import { createKioskToken, lendingSamples } from './lending-samples.ts';
import { assignmentSamples } from './assignment-samples.ts';
import { librarySamples } from './library-samples.ts';
import { listSamples } from './list-samples.ts';
import { marketplaceSamples } from './marketplace-samples.ts';
import { materialSamples } from './material-samples.ts';
import { ltiSamples } from './lti-samples.ts';
import { mediaSamples } from './media-samples.ts';
import { schoolSamples } from './school-samples.ts';
import { sourceSamples } from './source-samples.ts';
import { noticeSamples } from './notice-samples.ts';
import { sampleThings } from './sample-things.ts';
import { createSampleWorld, type Sample, type SampleWorld } from './sample-world.ts';

/** An identity provider that is unreachable and has no pending sign-ins. */
const AWAY = { id: 'land', name: 'Landesportal', issuer: 'http://127.0.0.1:9', client_id: 'portal', client_secret: 'x' };

/** Opens a portal in which every call can be made. */
export async function openSamplePortal(): Promise<TestPortal> {
  const portal = await testPortal(
    {
      ...{ AllowRegister: true, ShowAnalytics: true, VectorSearch: true, GeraeteVerleih: true, ExternSearch: true, LinkToMP: true },
      ...{ WebPush: true, Lti11: true, LinkCheck: true },
    },
    { oidc: [OidcProvider.parse(AWAY)] },
  );
  portal.portal.oidc[0]!.begin = async () => ({ url: AWAY.issuer, state: newId(), nonce: '', verifier: '' });
  // Event streams end after their first message, so that their calls complete.
  const { live } = portal.portal;
  portal.portal.live = {
    ...live,
    stream: async (...asked) => {
      const answer = await live.stream(...asked);
      (answer.body as Readable).push(null);
      return answer;
    },
  };
  await portal.store(SAMPLE_MEDIUM);
  return portal;
}

export type Samples = ReturnType<typeof samplesOf>;

/** Returns the samples for a portal. `world` creates a district, `SAMPLES` creates a request by call name, and `actorOf` signs in a user. */
export function samplesOf(portal: TestPortal) {
  const db = () => portal.portal.db;
  const things = sampleThings(portal);
  const { newsOf, newsFileOf, classOf, sharedOf, excerptOf, reviewOf } = things;

  const { visitOf, ...lti } = ltiSamples(portal, classOf);
  const { linkSessionOf, ...lists } = listSamples(portal, classOf);

  const world = () => createSampleWorld(portal);
  type World = SampleWorld;

  /** Attributes of each kind of user, relative to the school that owns the objects. */
  const ACTORS: Record<Exclude<Kind, 'guest' | 'code' | 'link' | 'visit' | 'kiosk'>, (w: World) => Record<string, unknown>> = {
    learner: () => ({ role: 'S' }),
    teacher: () => ({}),
    staff: () => ({ role: 'P' }),
    schoolAdmin: () => ({ school_admin: '1' }),
    otherSchoolAdmin: (w) => ({ school_admin: '1', school_id: w.neighbour }),
    districtAdmin: (w) => ({ district_admin: '1', school_id: null, district_id: w.district }),
    otherDistrictAdmin: (w) => ({ district_admin: '1', school_id: null, district_id: w.other }),
    basicView: () => ({ school_admin: '2' }),
  };

  const id = { params: { id: newId() } };
  const media = { params: { mediaId: 'm-1' } };
  const text = { params: { lang: 'de', key: 'app.save' } };
  const legal = { params: { page: 'imprint', lang: 'de', version: '1' } };
  const one = async (w: World, body: object = { version: 1 }, about: object = {}): Promise<Sample> => ({
    params: { id: await w.person(about as never) },
    body,
  });
  const ofLicence = async (w: World, body?: object): Promise<Sample> => ({
    params: { id: await w.licence(), codeId: newId() },
    ...(body && { body }),
  });

  /** Sample requests by call name. */
  const SAMPLES: Record<string, Sample | ((w: World) => Sample | Promise<Sample>)> = {
    'accounts.endSession': async (w) => ({ params: { id: (await w.session(await w.person())).id } }),
    ...classSamples(portal, things),
    ...assignmentSamples(portal, classOf),
    ...mediaSamples,
    ...invitationSamples(portal),
    ...lists,
    'legal.page': legal,
    'legal.draft': legal,
    'legal.save': legal,
    'legal.reset': legal,
    'legal.version': legal,
    ...lendingSamples(portal),
    ...marketplaceSamples(portal),
    ...lti,
    ...librarySamples(things),
    'licences.ofMedium': media,
    'licences.importPackage': (w) => ({ body: { content: PACKAGE, licensor: 'Verlag', school_id: w.school, dry_run: false } }),
    'licences.assignTable': () => ({ body: { content: PACKAGE, dry_run: true } }),
    'invitations.staffTable': () => ({ body: { content: STAFF, dry_run: true } }),
    'licences.depositPackage': (w) => ({ body: { content: PACKAGE, licensor: 'Verlag', school_id: w.school } }),
    'licences.removePackage': async (w) => {
      const package_id = newId();
      await db()
        .insertInto('licence_package')
        .values({
          ...{ id: package_id, number: package_id, school_id: w.school, licensor: '', source: 'csv', lines: '[]' },
          ...{ ends_on: '2099-01-01', deposited_at: new Date() },
        })
        .execute();
      return { params: { id: package_id } };
    },
    'licences.changeMany': { body: { selection: { filter: {} }, change: { extend_months: 12 } } },
    'licences.createMany': { body: { media: ['m-1'], scope: 'school', to: 'own', valid_to: '2099-07-31' } },
    'licences.undoMany': { params: { id: '0199d3a0-0000-7000-8000-0000000000ff' } },
    'licences.loss': (w) => ofLicence(w),
    'licences.read': (w) => ofLicence(w),
    'licences.change': (w) => ofLicence(w, { version: 1, seats: 6 }),
    'licences.withdraw': (w) => ofLicence(w),
    'licences.seats': (w) => ofLicence(w),
    'licences.candidates': (w) => ofLicence(w),
    'licences.assignSeats': async (w) => ofLicence(w, { to: [{ kind: 'person', id: await w.person() }] }),
    'licences.takeBack': async (w) => {
      const [licence_id, person_id] = [await w.licence(), await w.person()];
      await db().insertInto('licence_seat').values({ id: newId(), licence_id, person_id, taken: 1, assigned_at: new Date() }).execute();
      return { params: { id: licence_id }, body: { from: [{ kind: 'person', id: person_id }] } };
    },
    'licences.create': (w) => ({ body: { mediaId: 'm-1', scope: 'volume', school_id: w.school, seats: 2 } }),
    'licences.assign': async (w) => {
      await w.licence();
      return { body: { mediaId: 'm-1', to: [{ kind: 'person', id: await w.person() }] } };
    },
    'licences.codes': (w) => ofLicence(w),
    'licences.makeCode': (w) => ofLicence(w, { quantity: 1 }),
    'licences.removeCode': async (w) => {
      const [licence_id, code] = [await w.licence(), newId()];
      await db()
        .insertInto('licence_code')
        .values({ id: code, licence_id, code, quantity: 1, redeem_until: '2099-01-01', created_at: new Date() })
        .execute();
      return { params: { id: licence_id, codeId: code } };
    },
    'news.addFile': { body: { kind: 'picture', name: 'x.png', content: 'eA==' } },
    'news.change': async (w) => ({ params: { id: await newsOf(w, 'draft') }, body: { ...NEWS, version: 1 } }),
    'news.create': () => ({ body: NEWS }),
    'news.draft': async (w) => ({ params: { id: await newsOf(w, 'draft') } }),
    'news.file': async (w) => ({ params: { file: await newsFileOf(await newsOf(w)) } }),
    'news.read': async (w) => ({ params: { id: await newsOf(w) } }),
    'news.remove': async (w) => ({ params: { id: await newsOf(w, 'draft') }, query: { version: 1 } }),
    'news.setCategories': { body: { items: [], expected: [] } },
    'news.step': async (w) => ({ params: { id: await newsOf(w, 'draft') }, body: { step: 'publish', version: 1 } }),
    'news.targets': { query: { audience: 'classes' } },
    ...materialSamples,
    ...sourceSamples(portal),
    ...importSamples(portal),
    ...duplicateSamples(),
    'people.read': (w) => one(w),
    'people.approve': (w) => one(w, { version: 1 }, { state: 'pending_approval' }),
    'people.decline': (w) => one(w, { version: 1, reason: 'Unbekannt' }, { state: 'pending_approval' }),
    'people.undoDecision': (w) => one(w),
    'people.block': (w) => one(w),
    'people.unblock': (w) => one(w, { version: 1 }, { state: 'blocked' }),
    'people.rename': (w) => one(w, { version: 1, vorname: 'Mia', name: 'Neu' }),
    'people.exportData': (w) => one(w),
    'people.obligations': (w) => one(w),
    'people.erase': (w) => one(w),
    'people.keep': (w) => one(w, { version: 1 }, { state: 'erasure_pending' }),
    'people.rights': (w) => one(w, { version: 1, school_admin: true }),
    'people.sendLink': (w) => one(w),
    'people.remove': (w) => one(w),
    'people.assignSchool': (w) => one(w, { version: 1, school: w.school }, { school_id: null, district_id: w.district }),
    'people.import': (w) => ({
      body: { school: w.school, content: Buffer.from('Vorname;Name;Mail\nA;B;c@x.example').toString('base64'), dry_run: true },
    }),
    'reviews.ofMedium': media,
    'reviews.write': media,
    'reviews.remove': media,
    'reviews.flag': async (w) => ({ params: { id: await reviewOf(await w.person()) }, body: {} }),
    'reviews.recommend': { ...media, body: { text: 'Sehenswert' } },
    'reviews.unrecommend': async () => {
      const row = { identifier: 'm-1', text: 'Sehenswert', at: new Date() };
      await db()
        .insertInto('recommendation')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return media;
    },
    'reviews.decide': async (w) => ({ params: { id: await reviewOf(await w.person()) }, body: { state: 'hidden' } }),
    'reviews.settle': async (w) => {
      const [report, now] = [newId(), new Date()];
      const row = {
        id: report,
        identifier: 'm-1',
        title: 'Ein Film',
        reason: 'broken' as const,
        language: 'de',
        source: 'x',
        at: now,
        changed_at: now,
      };
      await db()
        .insertInto('media_report')
        .values({ ...row, district_id: w.district })
        .execute();
      return { params: { id: report }, body: { state: 'checked' } };
    },
    'catalogue.changeExcerpt': async (w) => ({
      params: { id: await excerptOf(await w.person()) },
      body: { start_s: 1, end_s: 2, title: 'x' },
    }),
    'catalogue.removeExcerpt': async (w) => ({ params: { id: await excerptOf(await w.person()) } }),
    'catalogue.restoreExcerpt': async (w) => ({ params: { id: await excerptOf(await w.person()) } }),
    'catalogue.bookmarkExcerpt': async (w) => ({ params: { id: await excerptOf(await w.person()) }, body: { bookmarked: true } }),
    'catalogue.shareExcerpt': async (w) => ({ params: { id: await excerptOf(await w.person()) }, body: { shared: true } }),
    'accounts.removeFactor': async (w) => {
      const factor = newId();
      await db()
        .insertInto('second_factor')
        .values({ id: factor, person_id: await w.person(), kind: 'totp', created_at: new Date() })
        .execute();
      return { params: { id: factor }, body: { password: 'x', code: '123456' } };
    },
    'accounts.chooseSchool': (w) => ({ body: { school_id: w.school } }),
    'accounts.startAuthorization': { params: { provider: 'land' }, body: {} },
    'accounts.removeIdentity': async (w) => {
      const row = { provider: 'land', subject: newId(), person_id: await w.person(), created_at: new Date(), last_used_at: new Date() };
      await db().insertInto('identity').values(row).execute();
      return { params: { provider: 'land' } };
    },
    ...schoolSamples(portal),
    'sharedMedia.share': async (w) => ({ body: { media: ['m-1'], people: [await w.person()] } }),
    'sharedMedia.change': async (w) => ({ params: { id: await sharedOf(w) }, body: { message: 'Bis Freitag' } }),
    'sharedMedia.revoke': async (w) => ({ params: { id: await sharedOf(w) } }),
    'sharedMedia.mark': async (w) => ({ params: { id: await sharedOf(w) }, body: { to: 'read' } }),
    'setup.locale': text,
    'setup.restoreTheme': id,
    'setup.uploadPicture': { params: { slot: 'logo' } },
    'setup.picture': { params: { file: 'a'.repeat(64) } },
    'setup.setLanguage': text,
    'setup.removeLanguage': text,
    'setup.texts': text,
    'setup.saveText': text,
    'setup.resetTexts': text,
    'setup.dropTexts': text,
    'setup.publishTexts': text,
    'setup.restoreTexts': text,
    'firstStart.open': { body: { token: 'nichts' } },
    'firstStart.save': { body: { token: 'nichts', version: 0, draft: {} } },
    'firstStart.testMail': { body: { token: 'nichts', to: 'a@x.example', language: 'de' } },
    'firstStart.finish': { body: { token: 'nichts', version: 0, password: 'drei Wolken am Deich', language: 'de' } },
    'firstStart.skip': { params: { row: 'lending' }, body: { skipped: true } },
    'firstStart.hide': { body: {} },
    'linkChecks.ofMedium': { params: { identifier: 'm-1' } },
    'linkChecks.checkNow': { params: { identifier: 'nichts' } },
    'mails.testMail': text,
    'mails.previewMail': { ...text, body: { key: 'mail.accountKept.text', text: 'Alles bleibt.' } },
    'mails.previewMailPage': { ...text, query: { key: 'mail.accountKept.text' } },
    ...noticeSamples(portal),
    'setup.importTexts': text,
    'synonyms.changeSynonyms': id,
    'synonyms.removeSynonyms': id,
  };

  /** A package with a single licence, as a table. */
  const PACKAGE = Buffer.from('Medium;Lizenznummer\nm-1;L-1\n').toString('base64');
  const STAFF = Buffer.from('E-Mail\nneu@kreis.example\n').toString('base64');

  const NEWS = { texts: { de: { title: 'Tag der offenen Tür' } }, audience: 'school' };

  /** Cookies of a user. `sid` is the session of a person or a learner code. */
  type Actor = { sid?: string; cookies: Record<string, string>; headers?: Record<string, string> };
  async function actorOf(w: World, kind: Kind): Promise<Actor | undefined> {
    if (kind === 'guest') return undefined;
    if (kind === 'link') return { cookies: { portal_link: await linkSessionOf(w) } };
    if (kind === 'kiosk') return { cookies: { portal_kiosk: await createKioskToken(portal.portal.db, w.school) } };
    if (kind === 'visit') return { cookies: {}, headers: { authorization: `Bearer ${await visitOf(w)}` } };
    const { sid } = await sessionOf(w, kind);
    return { sid, cookies: { portal_sid: sid } };
  }
  const sessionOf = async (w: World, kind: Exclude<Kind, 'guest' | 'link' | 'visit' | 'kiosk'>): Promise<{ sid: string }> =>
    kind === 'code' ? w.codeSession() : w.session(await w.person(ACTORS[kind](w)));

  return { world, SAMPLES, actorOf, classOf };
}
