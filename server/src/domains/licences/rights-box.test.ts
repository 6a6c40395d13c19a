/** Answers of the rights box for each right, end dates, seats and open licences. */
import { describe, expect, test } from 'vitest';
import type { Entitlement } from './active.ts';
import { mayAnswers } from './rights-box.ts';

const ALL = { stream: true, download: true, home_use: true, lms_embed: true, edit: false };
const entitlement = (more: Partial<Entitlement> = {}): Entitlement => ({
  active: true,
  valid_to: false,
  remaining: false,
  returns: false,
  rights: ALL,
  is_mediathek: null,
  ...more,
});

/** Returns the answers by question, each in the form `answer why note`. */
const said = (entitlement: Entitlement, about: { free?: boolean; download?: boolean; note?: string | null } = {}): Record<string, string> =>
  Object.fromEntries(
    mayAnswers(entitlement, { free: false, download: true, note: null, ...about }).map(({ question, answer, why, note }) => [
      question,
      [answer, why, note].filter(Boolean).join(' '),
    ]),
  );

describe('answers derived from a licence', () => {
  test('require a request for public performance', () => {
    expect(said(entitlement())).toEqual({
      show_in_class: 'yes',
      release_to_class: 'yes',
      download: 'yes',
      embed_lms: 'yes',
      adapt: 'no excluded',
      public_screening: 'no ask',
    });
  });

  test('include the end date of the licence', () => {
    expect(said(entitlement({ valid_to: '2028-07-31', rights: { ...ALL, edit: true } }))).toEqual({
      show_in_class: 'yes until 2028-07-31',
      release_to_class: 'yes until 2028-07-31',
      download: 'limited delete 2028-07-31',
      embed_lms: 'yes until 2028-07-31',
      adapt: 'yes until 2028-07-31',
      public_screening: 'no ask',
    });
  });

  test.each([
    ['stream', 'show_in_class'],
    ['home_use', 'release_to_class'],
    ['lms_embed', 'embed_lms'],
  ] as const)('require the right %s to allow %s', (right, question) =>
    expect(said(entitlement({ rights: { ...ALL, [right]: false } }))).toMatchObject({ [question]: 'no excluded' }),
  );

  test('give different reasons for a missing file and a missing right to download', () => {
    expect(said(entitlement(), { download: false }).download).toBe('no no_file');
    expect(said(entitlement({ rights: { ...ALL, download: false } }), { download: false }).download).toBe('no excluded');
  });
});

test('gives different reasons for an available seat and a missing licence', () => {
  expect(new Set(Object.values(said(entitlement({ rights: null, remaining: 3, returns: 0 }), { download: false })))).toEqual(
    new Set(['no seat']),
  );
  expect(new Set(Object.values(said(entitlement({ rights: null, active: false }), { download: false })))).toEqual(
    new Set(['no unlicensed']),
  );
});

test('requires a request before a free medium without a named licence is changed', () =>
  expect(said(entitlement(), { free: true })).toMatchObject({ adapt: 'no ask', show_in_class: 'yes' }));

describe('answers derived from an open licence', () => {
  test.each([
    ['CC0 1.0', 'yes open CC0 1.0', 'yes open CC0 1.0'],
    ['CC BY 4.0', 'yes open CC BY 4.0', 'yes open CC BY 4.0'],
    ['CC BY-SA 4.0', 'limited open_sa CC BY-SA 4.0', 'yes open CC BY-SA 4.0'],
    ['CC BY-NC 4.0', 'yes open CC BY-NC 4.0', 'limited open_nc CC BY-NC 4.0'],
    ['CC BY-ND 4.0', 'no excluded', 'yes open CC BY-ND 4.0'],
    ['cc-by-nc-nd-4.0', 'no excluded', 'limited open_nc cc-by-nc-nd-4.0'],
    ['Gemeinfrei', 'yes open Gemeinfrei', 'yes open Gemeinfrei'],
    ['Alle Rechte vorbehalten', 'no excluded', 'no ask'],
    ['Occasional BY', 'no excluded', 'no ask'],
  ])('match the terms of %s: adapt %s, perform %s', (note, adapt, public_screening) =>
    expect(said(entitlement(), { note })).toMatchObject({ adapt, public_screening }),
  );
});

describe('answers by kind of medium and role', () => {
  const of = (about: Partial<Parameters<typeof mayAnswers>[1]>, entitled = entitlement()): Record<string, string> =>
    Object.fromEntries(
      mayAnswers(entitled, { free: false, download: false, note: null, ...about }).map(({ question, answer, why }) => [
        question,
        [answer, why].filter(Boolean).join(' '),
      ]),
    );
  const none = entitlement({ active: false, rights: null });

  test('are empty for a device and limited to showing for a carrier', () => {
    expect(of({ form: 'device' })).toEqual({});
    expect(of({ form: 'carrier' })).toEqual({ show_in_class: 'yes', public_screening: 'no ask' });
  });

  test('contain a condition instead of yes for a medium without a file', () => {
    const answers = of({ opens: false, download: false }, entitlement({ rights: { ...entitlement().rights!, lms_embed: false } }));
    expect(answers).toMatchObject({
      show_in_class: 'limited no_file_yet',
      release_to_class: 'limited no_file_yet',
      download: 'no no_file',
    });
    expect(answers.embed_lms).toBe('no excluded');
    expect(Object.values(answers).filter((answer) => answer.startsWith('yes'))).toEqual([]);
  });

  test('allow authors to adapt and show their own material', () =>
    expect(of({ free: true, ours: true })).toMatchObject({ adapt: 'yes', public_screening: 'yes' }));

  test('allow only teachers to release an unlicensed medium', () => {
    expect(of({ gives: true }, none).release_to_class).toBe('limited later');
    expect(of({}, none).release_to_class).toBe('no unlicensed');
  });
});
