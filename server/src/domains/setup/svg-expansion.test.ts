import { expect, test } from 'vitest';
import { isSmallDrawing } from './svg-expansion.ts';
import { cleanSvg } from './svg.ts';

const drawing = (inside: string): string => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${inside}</svg>`;
const rows = (levels: number, wide: number): string =>
  Array.from({ length: levels }, (_, at) =>
    at === 0 ? '<g id="a0"><path d="M0 0h9"/></g>' : `<g id="a${at}">${`<use href="#a${at - 1}"/>`.repeat(wide)}</g>`,
  ).join('');

test.each([
  ['a plain drawing', drawing('<g><path d="M0 0h9"/></g>'), true],
  ['what is used ten times', drawing(`${rows(2, 10)}`), true],
  ['ten levels of ten', drawing(`<defs>${rows(10, 10)}</defs><use href="#a9"/>`), false],
  ['one that uses itself', drawing('<g id="a"><use href="#a"/></g>'), false],
  ['two that use each other', drawing('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'), false],
  ['a reference to nothing', drawing('<use href="#nobody"/>'), true],
  [
    'patterns in patterns',
    drawing(
      Array.from({ length: 6 }, (_, at) => `<pattern id="p${at}">${`<rect fill="url(#p${at + 1})"/>`.repeat(10)}</pattern>`).join(''),
    ),
    false,
  ],
  ['fifty groups in each other', drawing('<g>'.repeat(49) + '</g>'.repeat(49)), true],
  ['thirty thousand groups in each other', drawing('<g>'.repeat(30_000) + '</g>'.repeat(30_000)), false],
  ['more elements than a drawing needs', drawing('<path d="M0 0h9"/>'.repeat(20_001)), false],
  ['a long chain of references', drawing(`<use href="#a59"/>${rows(60, 1)}`), false],
])('accepts or rejects a drawing according to its expanded size: %s', (_, svg, small) => {
  expect(isSmallDrawing(svg)).toBe(small);
  expect(cleanSvg(svg) !== null).toBe(small);
});
