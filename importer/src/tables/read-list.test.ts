import { expect, it } from 'vitest';
import { readListText } from './read-list.ts';
import { workbook } from './testing/workbook.ts';

it.each([
  ['UTF-8', Buffer.from('Hut; Mütze')],
  ['Windows-1252', Buffer.from('Hut; Mütze', 'latin1')],
  ['UTF-16', Buffer.from('\uFEFFHut; Mütze', 'utf16le')],
])('reads a list in %s', async (_, bytes) => {
  expect(await readListText(bytes)).toBe('Hut; Mütze');
});

it('preserves the row numbers of a worksheet', async () => {
  const cell = (reference: string, text: string) => `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`;
  const data = `<row r="1">${cell('A1', 'Hut')}${cell('C1', 'Mütze')}</row><row r="3">${cell('A3', 'Auto')}</row>`;
  expect(await readListText(workbook({ sheets: { A: data } }))).toBe('Hut; Mütze\n\nAuto');
});
