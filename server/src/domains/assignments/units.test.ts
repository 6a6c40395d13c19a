/** Tests units of SCORM packages as steps of assignments over HTTP (docs/behaviour/assignments.md#packages). */
import { accounts } from '@fundus/contract/accounts/accounts';
import { assignments, type UnitState } from '@fundus/contract/assignments/assignments';
import { assignmentResults } from '@fundus/contract/assignments/results';
import { classMembers } from '@fundus/contract/classes/members';
import { classes } from '@fundus/contract/classes/classes';
import { beforeAll, expect, test } from 'vitest';
import { newId } from '../../db/new-id.ts';
import { createTestCode } from '../../testing/classes.ts';
import { pupil, teacher, type Caller } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';

const portal = usePortal();
let anna: Caller;
let ben: Caller;
let ida: Caller;
let jan: Caller;
let code: Caller;
let classId: string;
const refused = (name: string, field?: string) => expect.objectContaining({ code: name, ...(field && { field }) });
const START = Date.parse('2026-11-22T09:00:00Z');
let clock = START;
const tick = (seconds: number): void => portal.setNow(new Date((clock += seconds * 1_000)));

const unit = (id: string, scorm: '1.2' | null = '1.2') => ({
  ...{ id, title: id, group: null, href: `${id}.html`, scorm, launch_data: '', mastery: null },
  ...{ max_time: '', time_limit_action: '', threshold: null },
});

beforeAll(async () => {
  portal.setNow(new Date(START));
  await portal.store(
    { identifier: 'kurs', fn_titel: 'Kurs', fn_typ: '49' },
    { identifier: 'doppel', fn_titel: 'Zwei Teile', fn_typ: '49' },
  );
  const file = (identifier: string, units: unknown[]) => ({
    ...{ id: newId(), identifier, role: 'main' as const, mime: 'application/zip', path: `m/${identifier}`, rank: 0, start: 'a.html' },
    package: JSON.stringify({ units, hosts: [], notices: [] }),
  });
  await portal.portal.db
    .insertInto('media_file')
    .values([file('kurs', [unit('a'), unit('bild', null)]), file('doppel', [unit('a'), unit('b')])])
    .execute();
  anna = await portal.as(teacher({ email: 'anna@x.example' }));
  ben = await portal.as(teacher({ email: 'ben@x.example' }));
  ida = await portal.as(pupil({ email: 'ida@x.example' }));
  jan = await portal.as(pupil({ email: 'jan@x.example' }));
  classId = (await anna.call(classes.create, { body: { name: '8b' } })).id;
  const { id } = (await ida.call(accounts.userinfo)) as { id: string };
  await anna.call(classMembers.addMembers, { params: { id: classId }, body: { people: [id], role: 'student' } });
  code = (await createTestCode(portal, { classes: [classId] })).caller;
});

async function give(identifier: string, step: object = {}, more: object = {}) {
  const steps = [{ kind: 'medium', identifier, ...step }];
  const body = { title: 'Kurs', steps, publish: true, ...more };
  const { id, contents } = await anna.call(assignments.create, { params: { id: classId }, body: body as never });
  return { id, stepId: contents[0]!.id };
}
type Given = Awaited<ReturnType<typeof give>>;
const state = (about: Partial<UnitState> = {}): UnitState => ({
  cmi: {},
  status: 'incomplete',
  scaled: null,
  begun: false,
  ended: false,
  ...about,
});
const report = (caller: Caller, params: Given, name: string, about: Partial<UnitState> = {}) =>
  caller.call(assignments.report, { params, body: { event: 'unit', unit: name, state: state(about) } });
const unitsOf = async (caller: Caller, params: Given) => (await caller.call(assignments.units, { params })).units;

test('restores the stored state of a unit only for the same learner', async () => {
  const given = await give('kurs', { completion: 'score' });
  expect(await unitsOf(ida, given)).toEqual({});
  const cmi = { 'cmi.suspend_data': 'x'.repeat(60_000), 'cmi.core.lesson_location': 'folie-3', running: true };
  await report(ida, given, 'a', { cmi, begun: true });
  expect(await unitsOf(ida, given)).toEqual({ a: state({ cmi, begun: true }) });
  expect(await unitsOf(code, given)).toEqual({});
  for (const other of [anna, ben, jan]) {
    await expect(unitsOf(other, given)).rejects.toEqual(refused('not_found'));
    await expect(report(other, given, 'a')).rejects.toEqual(refused('not_found'));
  }
  await expect(unitsOf(ida, { ...given, stepId: newId() })).rejects.toEqual(refused('not_found', 'stepId'));
});

test('rejects unknown units, oversized states and invalid values', async () => {
  const given = await give('kurs');
  await expect(report(ida, given, 'b')).rejects.toEqual(refused('validation_failed', 'unit'));
  await expect(report(ida, given, 'bild')).rejects.toEqual(refused('validation_failed', 'unit'));
  await expect(report(ida, given, 'a', { cmi: { 'cmi.suspend_data': 'x'.repeat(200_001) } })).rejects.toMatchObject({
    code: 'validation_failed',
  });
  await expect(report(ida, given, 'a', { scaled: 1.2 })).rejects.toMatchObject({ code: 'validation_failed' });
  await expect(report(ida, given, 'a', { cmi: { liste: [] as never } })).rejects.toMatchObject({ code: 'validation_failed' });
  expect(await unitsOf(ida, given)).toEqual({});
});

test('counts one attempt per session despite several score reports', async () => {
  const given = await give('kurs', { completion: 'score', pass_percent: 80 }, { attempts: 2, attempt_counts: 'last' });
  tick(60);
  expect(await report(ida, given, 'a', { begun: true })).toMatchObject({ state: 'started', attempts: 0, score: null });
  expect(await report(ida, given, 'a', { status: 'passed', scaled: 0.5 })).toMatchObject({ state: 'started', attempts: 1, score: 50 });
  expect(await report(ida, given, 'a', { status: 'passed', scaled: 0.7 })).toMatchObject({ attempts: 1, score: 70 });
  await report(ida, given, 'a', { status: 'passed', scaled: 0.7, ended: true });
  await report(ida, given, 'a', { status: 'passed', scaled: 0.7, begun: true });
  expect(await report(ida, given, 'a', { status: 'passed', scaled: 0.9 })).toMatchObject({ state: 'completed', attempts: 2, score: 90 });
  // The unit can still be viewed after the last attempt.
  await report(ida, given, 'a', { begun: true, status: 'passed', scaled: 0.9 });
  expect(await report(ida, given, 'a', { status: 'failed', scaled: 0.1, cmi: { da: 1 } })).toMatchObject({ attempts: 2, score: 90 });
  expect((await unitsOf(ida, given)).a).toMatchObject({ cmi: { da: 1 } });
});

test('reports the mean score after all units are completed', async () => {
  const given = await give('doppel', { completion: 'score' });
  await ida.call(assignments.report, { params: given, body: { event: 'open' } });
  tick(60);
  expect(await report(ida, given, 'a', { status: 'passed', scaled: 0.5 })).toMatchObject({ score: null });
  expect(await report(ida, given, 'b', { status: 'completed' })).toMatchObject({ state: 'completed', score: 75, attempts: 1 });
  const [work] = (await anna.call(assignmentResults.ofAssignment, { params: { id: given.id } })).work.filter(
    ({ attempts }) => attempts > 0,
  );
  expect(work).toMatchObject({ score: 75, doubt: false });
});

test('marks a package with progress reports as viewed only on completion', async () => {
  const given = await give('kurs', { completion: 'viewed' });
  const watch = (caller: Caller) => caller.call(assignments.report, { params: given, body: { event: 'watch', ranges: [] } });
  for (const caller of [ida, code]) await caller.call(assignments.report, { params: given, body: { event: 'open' } });
  await report(ida, given, 'a', { begun: true });
  tick(30);
  expect(await watch(code)).toMatchObject({ state: 'completed' });
  expect(await watch(ida)).toMatchObject({ state: 'started' });
  expect(await report(ida, given, 'a', { status: 'failed' })).toMatchObject({ state: 'started' });
  expect(await report(ida, given, 'a', { status: 'completed', ended: true })).toMatchObject({ state: 'completed' });
});

test('stores no unit state for a closed assignment', async () => {
  const given = await give('kurs');
  await anna.call(assignments.move, { params: { id: given.id }, body: { to: 'close' } });
  await expect(report(ida, given, 'a')).rejects.toEqual(refused('state_conflict'));
});
