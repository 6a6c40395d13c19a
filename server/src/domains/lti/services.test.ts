/** Connected courses with assignments, grades and rosters (docs/behaviour/lti.md). */
import { assignments } from '@fundus/contract/assignments/assignments';
import { assignmentResults } from '@fundus/contract/assignments/results';
import { classes } from '@fundus/contract/classes/classes';
import { classMembers } from '@fundus/contract/classes/members';
import type { Endpoint } from '@fundus/contract/endpoint';
import { ltiCourses } from '@fundus/contract/lti/courses';
import { ltiPlatforms as platforms } from '@fundus/contract/lti/platforms';
import { ltiVisit } from '@fundus/contract/lti/lti';
import { Readable } from 'node:stream';
import type { JWK } from 'jose';
import { beforeAll, expect, test } from 'vitest';
import { csrfToken } from '../../http/sessions/csrf.ts';
import { makeJobs } from '../../jobs/runner.ts';
import { RemoteError } from '../../remote/remote.ts';
import { districtAdmin, teacher, type Caller } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';
import { claim, dlClaim, LEARNER, ltiPlatform, TEACHER, type LtiPlatform } from '../../testing/systems/lti-platform.ts';
import { gradeWorkers } from './grades.ts';
import { readRosters, rosterWorkers } from './roster.ts';

const ORIGIN = 'https://portal.example';
const PAGE = `${ORIGIN}/lti/search`;
let clock = Date.parse('2026-11-23T09:00:00Z');
const portal = usePortal({ Katalog: true }, { publicUrl: ORIGIN });
let moodle: LtiPlatform;
let admin: Caller;
let anna: Caller;
let platformId: string;
let classId: string;
let taskId: string;
let stepIds: string[];

const tick = (seconds: number): void => portal.setNow(new Date((clock += seconds * 1_000)));
const refused = (code: string) => expect.objectContaining({ code });
/** Waits until all due jobs are done, by the portal or by this process. */
async function work(): Promise<void> {
  const around = { db: portal.portal.db, log: portal.portal.log, now: () => portal.portal.now() };
  const jobs = makeJobs(around, { ...gradeWorkers(portal.portal), ...rosterWorkers(portal.portal) });
  const inHand = async (): Promise<number> => {
    await jobs.runDue();
    const rows = portal.portal.db.selectFrom('job').select('id').where('state', '=', 'waiting').where('last_error', 'is', null);
    // Counts jobs that are running or due, but not later ones.
    const due = rows.where((eb) => eb.or([eb('attempts', '>', 0), eb('due_at', '<=', portal.portal.now())]));
    return (await due.where('kind', 'in', ['assignment-work', 'lti-grades', 'lti-roster']).execute()).length;
  };
  await expect.poll(inHand).toBe(0);
}

/** Starts the hourly run as if all rosters were due. */
async function readAll(): Promise<void> {
  await portal.portal.db.updateTable('lti_course').set({ roster_read_at: null }).execute();
  await readRosters(portal.portal, { now: portal.portal.now() });
}

beforeAll(async () => {
  tick(0);
  moodle = await ltiPlatform({ tool: ORIGIN, now: () => portal.portal.now() });
  moodle.services.state.shown = async () => (await portal.app.inject({ url: '/lti/jwks.json' })).json<{ keys: JWK[] }>();
  portal.portal.remote = moodle.ask;
  await portal.portal.storage.write('a/film.mp4', Readable.from(Buffer.alloc(2_000)));
  const files = [{ role: 'main' as const, mime: 'video/mp4', path: 'a/film.mp4', bytes: 2_000 }];
  await portal.store(
    { identifier: 'film', fn_titel: 'Vulkane', fn_typ: '49', duration: 100, files },
    { identifier: 'anderer', fn_titel: 'Wasser', fn_typ: '49', files },
  );
  admin = await portal.as(districtAdmin());
  const body = { ...moodle.fields, school_id: 'school-a', services: ['grades', 'roster'] as ('grades' | 'roster')[] };
  platformId = (await admin.call(platforms.addPlatform, { body })).id;
  anna = await portal.as(teacher({ email: 'anna@x.example' }));
  classId = (await anna.call(classes.create, { body: { name: '7a', kind: 'class' } })).id;
  const steps = [
    { kind: 'medium' as const, identifier: 'film' },
    { kind: 'text' as const, title: 'Warum brechen Vulkane aus?', completion: 'answer_text' as const },
  ];
  const made = await anna.call(assignments.create, { params: { id: classId }, body: { title: 'Vulkane', steps, publish: true } });
  taskId = made.id;
  stepIds = made.contents.map(({ id }) => id);
});

type Said = Record<string, unknown>;
const toTask = (): Said => ({ [claim('target_link_uri')]: `${PAGE}?task=${taskId}` });
const teaching: Said = { [claim('roles')]: [TEACHER], sub: '3' };

/** Performs a launch and returns a function for calls with its token. */
async function visit(claims: Said) {
  const form = (url: string, fields: Record<string, string>) =>
    portal.app.inject({
      ...{ method: 'POST', url, payload: new URLSearchParams(fields).toString() },
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' },
    });
  const login = new URL(String((await form('/lti/login', moodle.initiation())).headers.location));
  const now = portal.portal.now();
  const id_token = await moodle.idToken({ nonce: login.searchParams.get('nonce')!, now, ...moodle.services.claims(), ...claims });
  const reply = await form('/lti/launch', { id_token, state: login.searchParams.get('state')! });
  expect(reply.statusCode, reply.body).toBe(303);
  const code = new URL(String(reply.headers.location), ORIGIN).hash.slice('#c='.length);
  const begun = await portal.guest().call(ltiVisit.begin, { body: { code } });
  const ask = async (endpoint: Endpoint, { params = {}, payload }: { params?: Record<string, string>; payload?: object } = {}) => {
    const answer = await portal.app.inject({
      method: endpoint.method,
      url: endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name]!),
      headers: {
        authorization: `Bearer ${begun.token}`,
        ...(payload && { 'x-csrf-token': csrfToken(portal.portal.secret, undefined, portal.portal.now()) }),
      },
      ...(payload && { payload }),
    });
    return { status: answer.statusCode, body: answer.json<Record<string, never>>() };
  };
  return { ...begun, ask };
}
const learn = (sub: string) => visit({ ...toTask(), sub });
const reportOf = (ask: Awaited<ReturnType<typeof visit>>['ask'], step: number, payload: object) =>
  ask(ltiVisit.report, { params: { stepId: stepIds[step]! }, payload });
const membersOf = async () => (await anna.call(classMembers.members, { params: { id: classId }, query: { show: 'learners' } })).items;
const scores = () => moodle.services.state.scores;
const troubleOf = async () => (await admin.call(platforms.platforms)).platforms.find(({ id }) => id === platformId)!.trouble;

test('connects a course to a class once with a code', async () => {
  const before = await learn('4');
  expect(before.visit).toMatchObject({ target: { kind: 'task', id: taskId }, course: null, connects: false });
  expect((await before.ask(ltiVisit.task)).status).toBe(404);
  expect((await before.ask(ltiVisit.connect, { payload: { code: 'CDFG-HJKL' } })).status).toBe(403);
  const { code } = await anna.call(ltiCourses.inviteCourse, { params: { id: classId } });
  const there = await visit({ ...moodle.choosing(), ...teaching });
  expect(there.visit).toMatchObject({ course: null, connects: true });
  expect((await there.ask(ltiVisit.tasks)).body).toEqual({ items: [] });
  expect((await there.ask(ltiVisit.connect, { payload: { code: 'CDFG-HJKL' } })).status).toBe(400);
  // This class belongs to another school, which has no platform.
  const ben = await portal.as(teacher({ email: 'ben@x.example', school_id: 'school-b' }));
  const other = (await ben.call(classes.create, { body: { name: '8b', kind: 'class' } })).id;
  await expect(ben.call(ltiCourses.inviteCourse, { params: { id: other } })).rejects.toEqual(refused('feature_disabled'));
  moodle.services.state.members = [
    { user_id: '3', roles: ['Instructor'] },
    { user_id: '4', roles: [LEARNER] },
    { user_id: '5', roles: ['Learner'], status: 'Active', name: 'Ida Berg' },
    { user_id: '6', roles: ['Learner'], status: 'Inactive' },
    { user_id: '8', roles: ['http://purl.imsglobal.org/vocab/lis/v2/membership#Mentor'], name: 'Eva Berg' },
  ];
  moodle.services.state.pageSize = 2;
  const done = await there.ask(ltiVisit.connect, { payload: { code: code.toLowerCase() } });
  expect(done.body).toMatchObject({ course: { class_name: '7a' }, connects: false });
  expect((await there.ask(ltiVisit.connect, { payload: { code } })).status).toBe(409);
  await work();
  // All pages are read. Teachers and inactive members do not become learners, and given names are kept.
  expect((await membersOf()).map(({ name }) => name).sort()).toEqual(['Ida Berg', 'Moodle-01']);
  const { courses } = await anna.call(ltiCourses.courses, { params: { id: classId } });
  expect(courses).toMatchObject([{ platform: 'Moodle der Schule', title: 'Biologie 7a', learners: 2, roster: { problem: '' } }]);
  expect(courses[0]!.roster!.read_at).not.toBeNull();
});

test('lets a teacher select an assignment with a gradebook column', async () => {
  const there = await visit({ ...moodle.choosing(), ...teaching });
  expect((await there.ask(ltiVisit.tasks)).body).toMatchObject({ items: [{ id: taskId, title: 'Vulkane', steps: 2 }] });
  const { body } = await there.ask(ltiVisit.deepLink, { payload: { items: [{ kind: 'task', id: taskId }] } });
  const payload = await moodle.readAnswer(
    (body.fields as unknown as { JWT: string }).JWT,
    await moodle.services.state.shown(),
    portal.portal.now(),
  );
  expect(payload[dlClaim('content_items')]).toMatchObject([
    { title: 'Vulkane', url: `${PAGE}?task=${taskId}`, lineItem: { scoreMaximum: 100, resourceId: taskId } },
  ]);
  const looked = await visit({ ...toTask(), ...teaching });
  expect((await looked.ask(ltiVisit.task)).body).toMatchObject({ title: 'Vulkane', own: null, sums: null, can: { work: false } });
  expect((await looked.ask(ltiVisit.medium, { params: { identifier: 'film' } })).status).toBe(200);
  expect((await reportOf(looked.ask, 1, { event: 'answer', text: 'Magma' })).status).toBe(404);
});

test('reports each grade of a learner once', async () => {
  const { ask, visit: about } = await learn('4');
  expect(about).toMatchObject({ teaches: false, course: { class_name: '7a' } });
  const { body } = await ask(ltiVisit.task);
  expect(body).toMatchObject({ title: 'Vulkane', own: { state: 'not_started' }, can: { work: true } });
  const medium = await ask(ltiVisit.medium, { params: { identifier: 'film' } });
  const [file] = medium.body.files as unknown as { href: string; download_href: null }[];
  expect(file!.download_href).toBeNull();
  expect((await portal.app.inject({ url: file!.href })).statusCode).toBe(200);
  expect((await ask(ltiVisit.medium, { params: { identifier: 'anderer' } })).status).toBe(404);

  expect((await reportOf(ask, 1, { event: 'answer', text: 'Wegen des Magmas.' })).body).toMatchObject({ state: 'completed' });
  await work();
  expect(scores()).toMatchObject([
    { userId: '4', lineitem: '1', scoreGiven: 50, scoreMaximum: 100, activityProgress: 'InProgress', gradingProgress: 'Pending' },
  ]);
  expect(moodle.services.state.lineitems).toMatchObject([{ resourceLinkId: '1', resourceId: taskId, scoreMaximum: 100, label: 'Vulkane' }]);
  tick(2);
  await reportOf(ask, 0, { event: 'open' });
  tick(100);
  await reportOf(ask, 0, { event: 'watch', ranges: [[0, 98]] });
  await work();
  await work();
  expect(scores()).toHaveLength(2);
  expect(scores()[1]).toMatchObject({ scoreGiven: 100, activityProgress: 'Completed', gradingProgress: 'FullyGraded' });
  // An unchanged grade is not sent again.
  await reportOf(ask, 0, { event: 'watch', ranges: [[0, 50]] });
  await work();
  expect([scores().length, moodle.services.state.lineitems.length]).toEqual([2, 1]);
  // The next visit resumes the assignment where the learner left off.
  expect((await (await learn('4')).ask(ltiVisit.task)).body).toMatchObject({ own: { state: 'completed' } });
  expect(await troubleOf()).toEqual({ waiting: 0, refused: 0, rosters: 0, problem: '' });
});

test('retries a comment after the platform was unavailable', async () => {
  const member = (await membersOf()).find(({ name }) => name === 'Moodle-01')!;
  const params = { id: taskId, stepId: stepIds[1]!, memberId: member.id };
  moodle.services.state.fail = { '/scores': 503 };
  tick(60);
  await anna.call(assignmentResults.reviewWork, { params, body: { comment: 'Gut erklärt' } });
  await work();
  expect(await troubleOf()).toMatchObject({ waiting: 1, refused: 0, problem: 'moodle.example answered 503' });
  moodle.services.state.fail = {};
  // After a restart, another process works on the queue.
  tick(60);
  await work();
  expect(scores()).toHaveLength(3);
  expect(scores()[2]).toMatchObject({ comment: expect.stringContaining('Gut erklärt') as string });
  expect(await troubleOf()).toMatchObject({ waiting: 0, problem: '' });
});

test('retries rejected grades only on request', async () => {
  const { ask } = await learn('5');
  moodle.services.state.fail = { '/scores': 403 };
  await reportOf(ask, 1, { event: 'answer', text: 'Hitze' });
  await work();
  expect(await troubleOf()).toMatchObject({ waiting: 0, refused: 1 });
  tick(600);
  await work();
  expect(scores()).toHaveLength(3);
  moodle.services.state.fail = {};
  await admin.call(platforms.sendGradesAgain, { params: { id: platformId } });
  const shown = moodle.services.state.shown;
  moodle.services.state.shown = async () => ({ keys: [{ ...moodle.jwk }] });
  await work();
  expect(await troubleOf()).toMatchObject({ waiting: 1, problem: 'moodle.example answered 401' });
  moodle.services.state.shown = shown;
  tick(60);
  await work();
  expect(scores()).toHaveLength(4);
  expect(scores()[3]).toMatchObject({ userId: '5', scoreGiven: 50 });
  // After the assignment is closed, the current grade is final.
  await anna.call(assignments.move, { params: { id: taskId }, body: { to: 'close' } });
  tick(60);
  await work();
  expect(scores()[4]).toMatchObject({ userId: '5', scoreGiven: 50, gradingProgress: 'FullyGraded' });
  await anna.call(assignments.move, { params: { id: taskId }, body: { to: 'reopen' } });
});

test('postpones only the grade that fails', async () => {
  const review = async (comment: string) => {
    tick(60);
    for (const { id } of await membersOf())
      await anna.call(assignmentResults.reviewWork, { params: { id: taskId, stepId: stepIds[1]!, memberId: id }, body: { comment } });
    await work();
  };
  const heard = () => scores().map(({ userId, comment }) => `${userId} ${String(comment)}`);
  tick(60);
  await work();
  const before = scores().length;
  moodle.services.state.failFor.add('4');
  await review('Erstens');
  expect(scores().slice(before)).toMatchObject([{ userId: '5' }]);
  expect(await troubleOf()).toMatchObject({ waiting: 1, refused: 0, problem: 'moodle.example answered 500' });
  // The failed grade is retried automatically, and later changes do not wait for it.
  await review('Zweitens');
  expect(heard().at(-1)).toMatch(/^5 .*Zweitens/);
  moodle.services.state.failFor.clear();
  tick(120);
  await work();
  expect(heard().at(-1)).toMatch(/^4 .*Zweitens/);
  expect(await troubleOf()).toMatchObject({ waiting: 0, problem: '' });

  let asked = 0;
  portal.portal.remote = () => {
    asked += 1;
    return Promise.reject(new RemoteError('timeout', 'moodle.example does not answer'));
  };
  await review('Drittens');
  // There is one more request if the grade changed during the first.
  expect(asked).toBeLessThanOrEqual(2);
  expect((await troubleOf()).waiting).toBe(2);
  portal.portal.remote = moodle.ask;
  tick(60);
  await work();
  expect(heard().slice(-2).sort()).toEqual([expect.stringMatching(/^4 .*Drittens/), expect.stringMatching(/^5 .*Drittens/)]);
});

test('updates the members of the class from the roster', async () => {
  const round = async () => {
    tick(5);
    await readAll();
    await work();
  };
  const names = async () => (await membersOf()).map(({ name }) => name).sort();
  const all = moodle.services.state.members;
  moodle.services.state.members = [all[0]!, all[1]!, { user_id: '7', roles: ['Learner'] }];
  await round();
  expect(await names()).toEqual(['Moodle-01', 'Moodle-02']);
  moodle.services.state.members = all;
  await round();
  expect(await names()).toEqual(['Ida Berg', 'Moodle-01']);
  expect((await (await learn('5')).ask(ltiVisit.task)).body).toMatchObject({ own: { state: 'started' } });

  const ida = (await membersOf()).find(({ name }) => name === 'Ida Berg')!;
  await anna.call(classMembers.removeMember, { params: { id: classId, memberId: ida.id } });
  await round();
  expect(await names()).toEqual(['Moodle-01']);
  expect((await (await learn('5')).ask(ltiVisit.task)).status).toBe(404);

  // A roster that suddenly shrinks is treated as an error, so all learners stay.
  moodle.services.state.members = Array.from({ length: 8 }, (_, i) => ({ user_id: String(20 + i), roles: ['Learner'] }));
  await round();
  expect(await names()).toHaveLength(8);
  moodle.services.state.members = [];
  await round();
  expect(await names()).toHaveLength(8);
  expect(await troubleOf()).toMatchObject({ rosters: 1 });
  const { courses } = await anna.call(ltiCourses.courses, { params: { id: classId } });
  expect(courses).toMatchObject([{ roster: { problem: 'only 0 of 8' } }]);
});

test('sends no requests to a platform without services', async () => {
  const { version } = (await admin.call(platforms.platforms)).platforms[0]!;
  await admin.call(platforms.changePlatform, { params: { id: platformId }, body: { version, services: [] } });
  const asked = moodle.services.state.asked.length;
  const { ask } = await learn('20');
  expect((await reportOf(ask, 1, { event: 'answer', text: 'Druck' })).status).toBe(200);
  await readAll();
  await work();
  expect(moodle.services.state.asked).toHaveLength(asked);
  const { courses } = await anna.call(ltiCourses.courses, { params: { id: classId } });
  await anna.call(ltiCourses.leaveCourse, { params: { id: classId, courseId: courses[0]!.id } });
  tick(0);
  expect((await (await learn('20')).ask(ltiVisit.task)).status).toBe(404);
});

test('lets another class connect to a course whose class is inactive', async () => {
  const connect = async (who: Caller, id: string) => {
    const { code } = await who.call(ltiCourses.inviteCourse, { params: { id } });
    const there = await visit({ ...moodle.choosing(), ...teaching });
    expect(there.visit).toMatchObject({ course: null, connects: true });
    expect((await there.ask(ltiVisit.tasks)).body).toEqual({ items: [] });
    expect((await there.ask(ltiVisit.connect, { payload: { code } })).body).toMatchObject({ connects: false });
  };
  await connect(anna, classId);
  const { version } = await anna.call(classes.read, { params: { id: classId } });
  await anna.call(classes.setState, { params: { id: classId }, body: { to: 'archived', version } });
  const next = (await anna.call(classes.create, { body: { name: '8a', kind: 'class' } })).id;
  await connect(anna, next);
  const { deployments } = (await admin.call(platforms.platforms)).platforms[0]!;
  const params = { id: platformId, deploymentId: deployments[0]!.id };
  await admin.call(platforms.setDeployment, { params, body: { school_id: 'school-b' } });
  const bea = await portal.as(teacher({ email: 'bea@x.example', school_id: 'school-b' }));
  await connect(bea, (await bea.call(classes.create, { body: { name: '9b', kind: 'class' } })).id);
  expect((await anna.call(ltiCourses.courses, { params: { id: next } })).courses).toEqual([]);
});
