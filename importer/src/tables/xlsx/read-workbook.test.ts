import { describe, expect, it } from 'vitest';
import { textRows, workbook, zip } from '../testing/workbook.ts';
import { readWorkbook } from './read-workbook.ts';

const ruleOf = (content: Uint8Array): Promise<string | undefined> =>
  readWorkbook(content).then(
    () => undefined,
    (error: unknown) => (error as { details?: { problems?: { rule: string }[] } }).details?.problems?.[0]?.rule,
  );
const cellsOf = async (data: string, about: object = {}) =>
  (await readWorkbook(workbook({ sheets: { A: data }, ...about })))[0]!.rows.map(({ cells }) => cells);

describe('readWorkbook, cells', () => {
  it('preserves the positions of cells next to empty rows and columns', async () => {
    const [sheet] = await readWorkbook(
      workbook({
        sheets: { A: '<row r="3"><c r="B3" t="s"><v>0</v></c><c r="D3"><v>7</v></c></row><row r="9"><c r="A9" t="s"><v>1</v></c></row>' },
        strings: ['Zeile_x000D_\neins', '<r><t>Bet</t></r><r><rPr/><t>ty</t></r><rPh><t>x</t></rPh>'],
      }),
    );
    expect(sheet!.rows).toEqual([
      { line: 3, cells: ['', 'Zeile\n\neins'.replace('\n\n', '\n'), '', '7'] },
      { line: 9, cells: ['Betty'] },
    ]);
  });

  it.each([
    ['General', '42', '42'],
    ['General', '0.1', '0,1'],
    ['General', '0.30000000000000004', '0,3'],
    ['General', '49123456789012', '49123456789012'],
    ['00000', '42', '00042'],
    ['000-000', '123456', '123-456'],
    ['#,##0.00\\ "€"', '1190', '1.190,00 €'],
    ['0%', '0.19', '19%'],
    ['dd.mm.yyyy', '46600', '01.08.2027'],
    ['m/d/yy', '46600', '01.08.2027'],
    ['[$-407]d. mmmm yyyy', '46600', '01.08.2027'],
    ['dd.mm.yyyy hh:mm', '46600.5', '01.08.2027 12:00'],
    ['hh:mm', '0.5', '12:00'],
    ['yyyy', '46600', '2027'],
    ['@', '42', '42'],
    ['0.00E+00', '4912345', '4912345'],
  ])('with the format %s, formats the value %s as %s', async (format, value, shown) => {
    expect(await cellsOf(`<row r="1"><c r="A1" s="1"><v>${value}</v></c></row>`, { formats: [format] })).toEqual([[shown]]);
  });

  it('converts dates of the 1904 date system', async () => {
    expect(await cellsOf('<row><c s="1"><v>45138</v></c></row>', { formats: ['dd.mm.yyyy'], date1904: true })).toEqual([['01.08.2027']]);
  });

  it("numbers rows consecutively if the workbook's row numbers are invalid", async () => {
    const numbers = ['2', '2', '1.5', '-7', '1e300', '9'];
    const data = numbers.map((number) => `<row r="${number}"><c><v>1</v></c></row>`).join('');
    const [sheet] = await readWorkbook(workbook({ sheets: { A: data } }));
    expect(sheet!.rows.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6, 9]);
  });

  it('returns the stored value of a formula without evaluating it', async () => {
    const data =
      '<row><c t="str"><f>A1&amp;HYPERLINK("http://x.example")</f><v>fertig</v></c><c><f>SUM(1,1)</f><v>2</v></c><c><f>NOW()</f></c>' +
      '<c t="b"><v>1</v></c><c t="e"><v>#REF!</v></c><c t="d"><v>2027-08-01T00:00:00</v></c></row>';
    expect(await cellsOf(data)).toEqual([['fertig', '2', '', 'WAHR', '#REF!', '01.08.2027']]);
  });
});

describe('readWorkbook, files', () => {
  it('ignores hidden worksheets and macros', async () => {
    const sheets = { Geheim: textRows([['x']]), Liste: textRows([['a', 'b']]) };
    const read = await readWorkbook(workbook({ sheets, hidden: ['Geheim'], more: { 'xl/vbaProject.bin': Buffer.alloc(100, 1) } }));
    expect(read.map(({ name }) => name)).toEqual(['Liste']);
  });

  it.each([
    ['bytes that are no archive', Buffer.from('PK\x03\x04 nothing', 'latin1'), 'workbook'],
    ['an archive without a workbook', zip({ 'a.txt': 'x' }), 'workbook'],
    ['a spreadsheet of LibreOffice', zip({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<a/>' }), 'ods'],
    [
      'a part that unpacks to too much',
      workbook({ sheets: { A: `<row><c><v>${' '.repeat(125 * 1024 * 1024)}</v></c></row>` } }),
      'expands',
    ],
    [
      'a long text that is repeated in many cells',
      workbook({ sheets: { A: '<row><c t="s"><v>0</v></c></row>'.repeat(300) }, strings: ['x'.repeat(100_000)] }),
      'expands',
    ],
    ['a part that states a smaller size', zip({ 'xl/workbook.xml': `<workbook>${' '.repeat(1_000_000)}</workbook>` }, 10), 'workbook'],
    ['more columns than a table has', workbook({ sheets: { A: '<row><c r="ZZ1"><v>1</v></c></row>' } }), 'columns'],
    ['broken XML', workbook({ sheets: { A: '<row><c></row>' } }), 'workbook'],
    [
      'entities',
      zip({
        'xl/workbook.xml': '<!DOCTYPE w [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><workbook><sheets>&b;</sheets></workbook>',
      }),
      'workbook',
    ],
    ['elements inside each other without end', workbook({ sheets: { A: '<row>'.repeat(500) } }), 'workbook'],
    ['no worksheet', workbook({ sheets: {} }), 'empty'],
  ])('rejects %s', async (_, content, rule) => {
    expect(await ruleOf(content)).toBe(rule);
  });

  it('reads 5,000 rows of 20 columns within a second', async () => {
    const rows = Array.from({ length: 5_000 }, (_, i) => Array.from({ length: 20 }, (__, k) => `Zelle ${i} ${k}`));
    const content = workbook({ sheets: { A: textRows(rows) } });
    const cpu = process.cpuUsage();
    expect((await readWorkbook(content))[0]!.rows).toHaveLength(5_000);
    const { user } = process.cpuUsage(cpu);
    expect(user / 1e6).toBeLessThan(3);
  });
});
