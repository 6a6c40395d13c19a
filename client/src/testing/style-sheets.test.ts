import { describe, expect, it } from 'vitest';
import {
  findUnimportedClasses,
  findDuplicateClasses,
  readSheet,
  readSheets,
  readSource,
  readSources,
  findRestyledClasses,
  findUnusedClasses,
} from './style-sheets.ts';

describe('style sheets', () => {
  const sheets = readSheets();
  const sources = readSources();

  it('are found together with the classes in use', () => {
    expect(sheets.length).toBeGreaterThan(80);
    expect(sources.flatMap(({ classes }) => [...classes]).length).toBeGreaterThan(1000);
  });
  it('use only classes of imported sheets', () => expect(findUnimportedClasses(sheets, sources)).toEqual([]));
  it('define each class once', () => expect(findDuplicateClasses(sheets)).toEqual([]));
  it('contain no unused class', () => expect(findUnusedClasses(sheets, sources)).toEqual([]));
  it('do not restyle the classes of other sheets', () => expect(findRestyledClasses(sheets)).toEqual([]));
});

describe('check of style sheets', () => {
  const button = readSheet('ui/button.css', '.btn { color: red } .btn:hover, .btn-line { color: blue }');
  const form = (css: string) => readSheet('forms/form.css', css);
  const uses = (code: string) => readSource('forms/Form.tsx', code);

  it.each([
    ['<b className="btn" />', ['forms/Form.tsx: .btn of ui/button.css']],
    ["<b className={open ? 'x' : 'btn'} />", ['forms/Form.tsx: .btn of ui/button.css']],
    ["<b className={kind === 'btn' ? 'x' : 'y'} />", []],
    ['<Part buttonClassName={`btn ${more}`} />', ['forms/Form.tsx: .btn of ui/button.css']],
    ["import '../ui/button.css'; <b className='btn' />", []],
  ])('reports a class whose sheet is not imported: %s', (code, found) =>
    expect(findUnimportedClasses([button], [uses(code)])).toEqual(found),
  );

  it.each([
    ['.form { color: red }', []],
    ['.form .btn { color: red }', []],
    ['.btn.wide { color: red }', ['.btn: ui/button.css, forms/form.css']],
  ])('reports a class defined twice: %s', (css, found) => expect(findDuplicateClasses([button, form(css)])).toEqual(found));

  it.each([
    ['.form .btn { margin: 0; grid-column: 1 / -1 }', []],
    ['@media print { .form > .btn:not(.x) { color: red } }', ['forms/form.css: .btn']],
    ['.form:has(.btn) { color: red }', []],
  ])('reports a class restyled by another sheet: %s', (css, found) => expect(findRestyledClasses([button, form(css)])).toEqual(found));

  it.each([
    ["<b className='btn btn-line' />", []],
    ['<b className={`btn-${kind}`} />', ['ui/button.css: .btn']],
    ["const name = 'btn';", ['ui/button.css: .btn-line']],
  ])('reports an unused class: %s', (code, found) => expect(findUnusedClasses([button], [uses(code)])).toEqual(found));
});
