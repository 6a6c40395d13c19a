/** Sample requests for all calls of classes, learner codes and the year change. They use a class of the school. */
import { today } from '@fundus/contract/days';
import { newId } from '../../db/new-id.ts';
import type { TestPortal } from '../index.ts';
import type { sampleThings } from './sample-things.ts';
import type { Sample, SampleWorld as World } from './sample-world.ts';

type Samples = Record<string, Sample | ((w: World) => Sample | Promise<Sample>)>;

export function classSamples(portal: TestPortal, { classOf, withCode, sheetOf }: ReturnType<typeof sampleThings>): Samples {
  const db = () => portal.portal.db;
  const ofClass = ({ params }: { params: object }, body?: object): Sample => ({ params: { ...params }, ...(body && { body }) });
  return {
    'classes.addGroup': async (w) => ofClass(await classOf(w), { name: 'Gruppe 1', members: [] }),
    'classes.addMembers': async (w) => ofClass(await classOf(w), { people: [await w.person({ role: 'S' })], role: 'student' }),
    'classes.import': (w) => ({ params: { id: w.school }, body: { content: Buffer.from('Klasse\n5a').toString('base64'), dry_run: true } }),
    'classes.importOfDistrict': {
      body: { content: Buffer.from('Schulnummer;Klasse;Klassenleitung\n1;5a;a@b.example').toString('base64'), dry_run: true },
    },
    'classes.fillCodes': (w) => ({ params: { id: w.school }, body: { codes: 1, dry_run: true } }),
    'classes.printCards': (w) => ({ params: { id: w.school } }),
    'classes.cards': (w) => ({ params: { id: w.school } }),
    'classes.candidates': async (w) => ({ ...ofClass(await classOf(w)), query: { q: 'Muster', role: 'student' } }),
    'classes.answer': async (w) => {
      const { params } = await classOf(w);
      const [questionId, now] = [newId(), new Date()];
      const row = { id: questionId, class_id: params.id, identifier: 'm-1', title: 'Ein Film', asked_at: now };
      await db().insertInto('class_question').values(row).execute();
      return { params: { ...params, questionId }, body: { answer: 'decline', reason: 'later' } };
    },
    'classes.requestMedium': async (w) => ofClass(await classOf(w), { identifier: 'm-1' }),
    'classes.askable': { params: { mediaId: 'm-1' } },
    'classes.questions': async (w) => ofClass(await classOf(w)),
    'classes.change': async (w) => ofClass(await classOf(w), { name: '8c', version: 1 }),
    'classes.changeGroup': async (w) => ofClass(await classOf(w), { name: 'Gruppe 2', members: [], version: 1 }),
    'classes.changeMedium': async (w) => ofClass(await classOf(w), { note: 'Bis Freitag', version: 1 }),
    'classes.changeMember': async (w) => ofClass(await classOf(w), { state: 'suspended' }),
    'classes.create': { body: { name: '9a' } },
    'classes.assignSeats': async (w) => {
      await w.licence();
      return ofClass(await classOf(w));
    },
    'classes.takeSeatsBack': async (w) => ofClass(await classOf(w)),
    'classes.needs': async (w) => ({ query: { classes: (await classOf(w)).params.id, media: 'm-1' } }),
    'classes.followGroup': async (w) => ofClass(await classOf(w), { group: '' }),
    'classes.join': async (w) => ({ body: { code: (await classOf(w)).code } }),
    'classes.joinQr': async (w) => ofClass(await classOf(w)),
    'classes.leave': async (w) => ofClass(await classOf(w)),
    'classes.media': async (w) => ofClass(await classOf(w)),
    'classes.members': async (w) => ofClass(await classOf(w)),
    'classes.newJoinCode': async (w) => ofClass(await classOf(w), { until: today(new Date()) }),
    'classes.ofSchool': (w) => ({ params: { id: w.school } }),
    'classes.exportOfSchool': (w) => ({ params: { id: w.school } }),
    'classes.orderMedia': async (w) => ofClass(await classOf(w), { order: [], version: 1 }),
    'classes.read': async (w) => ofClass(await classOf(w)),
    'classes.removeGroup': async (w) => ({ ...ofClass(await classOf(w)), query: { version: 1 } }),
    'classes.removeJoinCode': async (w) => ofClass(await classOf(w)),
    'classes.removeMedium': async (w) => ({ ...ofClass(await classOf(w)), query: { version: 1 } }),
    'classes.removeMember': async (w) => ofClass(await classOf(w)),
    'classes.undoRequest': async (w) => ofClass(await classOf(w)),
    'classes.setState': async (w) => ofClass(await classOf(w), { to: 'archived', version: 1 }),
    'classes.share': async (w) => ({ body: { classes: [(await classOf(w)).id], media: ['m-1'] } }),
    'classes.unshare': async (w) => ({ body: { given: [(await classOf(w)).params.entryId] } }),
    'classes.succeed': async (w) => ofClass(await classOf(w), { name: '9b' }),
    'learners.addCodes': async (w) => ofClass(await classOf(w), { sheet: await sheetOf(w) }),
    'learners.changeWithoutClass': async (w) => ({ params: { codeId: await w.code() }, body: { what: 'suspend' } }),
    'learners.extendCodes': (w) => withCode(w, { valid_until: today(new Date()) }),
    'learners.renewCodes': (w) => withCode(w, { which: 'all', valid_until: today(new Date()) }),
    'learners.takeCodes': async (w) => ofClass(await classOf(w), { codes: [await w.code()] }),
    'learners.changeCode': async (w) => withCode(w, { what: 'revoke' }),
    'learners.codes': (w) => withCode(w),
    'learners.makeCodes': (w) => withCode(w, { count: 1 }),
    'learners.sheet': (w) => withCode(w),
    'learners.showCodes': (w) => withCode(w),
    'learners.printCodes': (w) => withCode(w),
    'learners.byCode': { body: { code: 'CCCC-CCCC-CCCC' } },
    'learners.byPictures': { body: { class: 'CCCCCC', pictures: ['cat', 'dog', 'sun'] } },
    'learners.pictureClass': { query: { class: 'CCCCCC' } },
    'yearChange.change': { body: { version: 1 } },
    'yearChange.finish': { body: { version: 1 } },
    'yearChange.take': { params: { step: 'classes' }, body: { version: 1 } },
    'yearChange.undo': { params: { step: 'classes' }, body: { version: 1 } },
  };
}
