import { expect, test } from 'vitest';
import { unusedExports } from './unused-exports.mjs';

const HOME = 'server/src/domains/lending';

test('reports an export that only its test imports', () => {
  const step = [`${HOME}/reminders.ts`, 'export async function sendReminders() {}\nexport const DAYS = 3;\nexport type Due = string;\n'];
  const itsTest = [`${HOME}/reminders.test.ts`, "import { sendReminders } from './reminders.ts';\n"];
  expect(unusedExports([step, itsTest])).toEqual([`${HOME}/reminders.ts: sendReminders`, `${HOME}/reminders.ts: DAYS`]);
});

test.each([
  ['an import', "import { sendReminders } from './reminders.ts';\nexport const domain = { sweep: { sendReminders } };\n"],
  ['an import by another name', "import { sendReminders as send } from './reminders.ts';\nsend();\n"],
  ['an export', "export { sendReminders } from './reminders.ts';\n"],
  ['a late import', "const late = () => import('./reminders.ts');\nlate();\n"],
])('accepts an export that is used by %s', (_, text) => {
  const found = unusedExports([
    [`${HOME}/reminders.ts`, 'export async function sendReminders() {}\n'],
    [`${HOME}/other.ts`, text],
  ]);
  expect(found.filter((each) => each.includes('sendReminders'))).toEqual([]);
});

test('accepts an export that is used in its own file', () => {
  expect(unusedExports([[`${HOME}/policy.ts`, 'export const mayLend = () => true;\nmayLend();\n']])).toEqual([]);
});
