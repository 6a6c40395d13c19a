/**
 * Tests that results belong to the learner. They are exported and deleted with the account, and contain no personal data if the learner uses a code
 * (docs/operate/privacy.md).
 */
import { accounts } from '@fundus/contract/accounts/accounts';
import { ownAccount } from '@fundus/contract/accounts/own';
import { assignments } from '@fundus/contract/assignments/assignments';
import { assignmentResults } from '@fundus/contract/assignments/results';
import { classes } from '@fundus/contract/classes/classes';
import { learnerSession } from '@fundus/contract/classes/learner-session';
import { learnerCodes } from '@fundus/contract/classes/learner-codes';
import { classMedia } from '@fundus/contract/classes/media';
import { classMembers } from '@fundus/contract/classes/members';
import { classQuestions } from '@fundus/contract/classes/questions';
import { lending } from '@fundus/contract/lending/lending';
import { library } from '@fundus/contract/library/library';
import { medialistSharing } from '@fundus/contract/medialists/sharing';
import { medialists } from '@fundus/contract/medialists/medialists';
import { people } from '@fundus/contract/people/people';
import { beforeAll, expect, test } from 'vitest';
import { findWords } from '../../testing/find-words.ts';
import { pupil, schoolAdmin, teacher, type Caller } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';

const portal = usePortal({ GeraeteVerleih: true });
let anna: Caller;
let ida: Caller;
let classId: string;
let assignmentId: string;
let stepId: string;
const db = () => portal.portal.db;
const idOf = async (caller: Caller): Promise<string> => ((await caller.call(accounts.userinfo)) as { id: string }).id;
const bodyOf = (response: unknown) => JSON.parse((response as { body: string }).body);

beforeAll(async () => {
  await portal.store(
    { identifier: 'film', fn_titel: 'Vulkane', fn_typ: '49', url: 'https://medien.example/1' },
    { identifier: 'fremd', fn_titel: 'Für andere', fn_typ: '49', licences: [{ scope: 'none' }] },
  );
  anna = await portal.as(teacher({ email: 'anna@x.example' }));
  ida = await portal.as(pupil({ email: 'ida@x.example', vorname: 'Ida', name: 'Igel' }));
  classId = (await anna.call(classes.create, { body: { name: '8b' } })).id;
  await anna.call(classMembers.addMembers, { params: { id: classId }, body: { people: [await idOf(ida)], role: 'student' } });
  const steps = [{ kind: 'text', title: 'Erkläre, was ein Vulkan ist', completion: 'answer_text' }];
  const given = await anna.call(assignments.create, { params: { id: classId }, body: { title: 'Vulkane', steps, publish: true } as never });
  assignmentId = given.id;
  stepId = given.contents[0]!.id;
});

const answer = (caller: Caller, text: string) =>
  caller.call(assignments.report, { params: { id: assignmentId, stepId }, body: { event: 'answer', text } as never });

test('includes assignment results only in the export of the learner', async () => {
  await answer(ida, 'Ein Berg, aus dem Zuckerguss kommt');
  const learners = (await anna.call(assignmentResults.grid, { params: { id: classId }, query: {} })).learners;
  await anna.call(assignmentResults.reviewWork, {
    params: { id: assignmentId, stepId, memberId: learners[0]!.member_id } as never,
    body: { comment: 'Lavahaft gut' } as never,
  });
  const own = bodyOf(await ida.call(ownAccount.exportData, { query: { format: 'json' } }));
  expect(own.assignment_work).toMatchObject([
    { step: 'Vulkane: Erkläre, was ein Vulkan ist', answer: 'Ein Berg, aus dem Zuckerguss kommt', comment: 'Lavahaft gut' },
  ]);
  expect(own.assignment_work[0]).not.toHaveProperty('commented_by');
  const id = await idOf(ida);
  const admin = await portal.as(schoolAdmin());
  const given = JSON.stringify(bodyOf(await admin.call(people.exportData, { params: { id } } as never)));
  expect(given).not.toContain('Zuckerguss');
  await db()
    .transaction()
    .execute((trx) => portal.portal.domains.erasePeople({ ...portal.portal, db: trx, now: new Date() }, [id]));
  expect(await findWords(db(), ['Zuckerguss', 'Lavahaft', 'Igel', id])).toEqual([]);
});

test('stores no personal data for a learner code', async () => {
  await anna.call(learnerCodes.makeCodes, { params: { id: classId }, body: { count: 1, label: '8b' } });
  await anna.call(learnerCodes.showCodes, { params: { id: classId } });
  const [made] = (await anna.call(learnerCodes.codes, { params: { id: classId } })).items;
  const { id: listId } = await anna.call(medialists.create, { body: { title: 'Feuerberge' } as never });
  await anna.call(medialistSharing.release, { params: { id: listId }, body: { classes: [classId] } as never });
  await anna.call(classMedia.share, { body: { classes: [classId], media: ['film'] } });

  const browser = portal.guest();
  await browser.call(learnerSession.byCode, { body: { code: made!.code! } });
  await browser.call(classes.list, { query: {} });
  await browser.call(classMedia.media, { params: { id: classId } });
  await browser.call(medialists.read, { params: { id: listId } });
  await browser.call(library.openMedium, { params: { mediaId: 'film' } });
  await browser.call(classQuestions.requestMedium, { params: { id: classId }, body: { identifier: 'fremd' } });
  await answer(browser, 'Ein Berg mit Himbeersirup');
  await expect(browser.call(lending.cart, { query: { point: classId } } as never)).rejects.toMatchObject({ status: 403 });

  const [member] = await db().selectFrom('class_member').select('id').where('code_id', '=', made!.id).execute();
  // The database contains neither the network address, the browser nor the plain code.
  expect(await findWords(db(), ['127.0.0.1', 'lightMyRequest', made!.code!, made!.code!.replaceAll('-', '')])).toEqual([]);
  // All data references the code or its membership and contains no name.
  expect(await findWords(db(), [made!.id])).toEqual([
    `class_member.code_id: ${made!.id}`,
    `learner_code.id: ${made!.id}`,
    `session.code_id: ${made!.id}`,
  ]);
  expect((await findWords(db(), [member!.id])).map((place) => place.split('.')[0])).toEqual([
    'assignment_work',
    'class_member',
    'class_question_asker',
  ]);
  expect(await db().selectFrom('history').select('identifier').execute()).toEqual([]);

  await anna.call(learnerCodes.changeCode, { params: { id: classId, codeId: made!.id }, body: { what: 'revoke' } as never });
  await db().deleteFrom('learner_code').where('id', '=', made!.id).execute();
  expect(await findWords(db(), [made!.id, member!.id, 'Himbeersirup'])).toEqual([]);
});
