import { expect, it } from 'vitest';
import { countRead, countRefusal, countStored, formatReport, newReport } from './report.ts';
import { readRecords } from './import-records.ts';

async function* once(content: string): AsyncGenerator<string> {
  yield content;
}

it('lists counts, refusals and notes', async () => {
  const report = newReport(2);
  const content = [
    '{"id":"1","title":"A","subjects":["Zauberei"]}',
    '{"id":"2"}',
    'x',
    '{"id":"3","title":"B","subjects":["Zauberei"]}',
    '{"title":"C"}',
  ];
  for await (const imported of readRecords('jsonl', once(content.join('\n')))) countRead(report, imported);
  countStored(report, { stored: 1, changed: 0, unchanged: 0 });
  countRefusal(report, 4, { field: 'licences.target', reason: 'value', value: '99' });
  expect(formatReport(report)).toMatchInlineSnapshot(`
    "5 records read: 1 stored, 0 changed, 0 unchanged, 4 refused.

    Refused:
      line 2: title is missing or empty (required)
      line 3: is not valid JSON (json): “x”
      … and 2 more

    Imported with notes:
      2 × subjects is not a subject of the tree; kept as a keyword, such as “Zauberei”"
  `);
  expect(report).toMatchObject({ read: 5, stored: 1, changed: 0, unchanged: 0, refused: 4 });
});

it('states that a dry run stored nothing', () => {
  expect(formatReport(newReport(), { dryRun: true })).toBe(
    'Dry run, nothing was stored. 0 records read: 0 stored, 0 changed, 0 unchanged, 0 refused.',
  );
});
