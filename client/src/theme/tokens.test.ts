import { MAIN_SUBJECTS } from '@fundus/contract/reference/main-subjects';
import { contrast, hoverColour, textOn } from '@fundus/contract/setup/theme-rules';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTokens, roleColour } from '../testing/colour-roles.ts';

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');
const SCHEMES = ['light', 'dark'] as const;
const SURFACES = ['--ground', '--tint', '--raised', '--search'] as const;

const TEXT: readonly (readonly [words: string, on: string])[] = [
  ...SURFACES.flatMap((on) => [['--ink', on] as const, ['--ink-quiet', on] as const, ['--link', on] as const]),
  ...['--good', '--warn', '--bad'].flatMap((words) => (['--ground', '--tint', '--raised'] as const).map((on) => [words, on] as const)),
  ['--on-primary', '--primary'],
  ['--on-primary-hover', '--primary-hover'],
  ['--on-accent', '--accent'],
  ['--ground', '--ink'],
  ['--ink', '--primary-tint'],
  ['--link', '--primary-tint'],
];
const CONTROLS: readonly (readonly [string, string])[] = ['--edge', '--primary'].flatMap((line) =>
  (['--ground', '--tint', '--raised', '--search'] as const).map((on) => [line, on] as const),
);

describe.each(SCHEMES)('colour roles of the %s scheme', (scheme) => {
  const tokens = readTokens(css);
  const between = (a: string, b: string) => contrast(roleColour(tokens, a, scheme), roleColour(tokens, b, scheme));

  it.each(TEXT)('have a contrast of at least 4.5 for text %s on %s', (words, on) => expect(between(words, on)).toBeGreaterThanOrEqual(4.5));

  it.each(CONTROLS)('have a contrast of at least 3 for the control %s on %s', (line, on) =>
    expect(between(line, on)).toBeGreaterThanOrEqual(3),
  );

  it.each(MAIN_SUBJECTS)('have sufficient contrast for the subject $label', ({ hue, chroma }) => {
    const own = new Map([...tokens, ['--h', String(hue)], ['--c', String(chroma)]]);
    const role = (name: string) => roleColour(own, name, scheme);
    expect(contrast(role('--mark-ink'), role('--mark-tint')), 'chip').toBeGreaterThanOrEqual(4.5);
    expect(contrast('#ffffff', role('--mark-solid')), 'spine').toBeGreaterThanOrEqual(4.5);
  });
});

describe('text on the primary colour', () => {
  it.each(['#0061c0', '#d40000', '#ffcc00', '#ffe066', '#1a7f37', '#000000', '#ffffff', '#808080'])(
    'has a contrast of at least 4.5 in both schemes for %s',
    (primary) => {
      const themed = new Map([
        ...readTokens(css),
        ['--theme-primary', primary],
        ['--theme-primary-hover', hoverColour(primary)],
        ['--theme-on-primary', textOn(primary)],
        ['--theme-on-primary-hover', textOn(hoverColour(primary))],
      ]);
      for (const scheme of SCHEMES) {
        for (const surface of ['primary', 'primary-hover'])
          expect(
            contrast(roleColour(themed, `--on-${surface}`, scheme), roleColour(themed, `--${surface}`, scheme)),
            surface,
          ).toBeGreaterThanOrEqual(4.5);
      }
    },
  );
});

it('computes colours in the same way as browsers', () => {
  const tokens = new Map([
    ['--a', 'oklch(0.6 0.2 25)'],
    ['--b', 'color-mix(in oklab, #ff0000 50%, white)'],
    ['--c', 'oklch(from #0061c0 0.76 0.115 h)'],
  ]);
  // These values were read from a canvas in Chromium.
  expect(['--a', '--b', '--c'].map((role) => roleColour(tokens, role, 'light'))).toEqual(['#de3b3d', '#ffa191', '#7fb4f9']);
});
