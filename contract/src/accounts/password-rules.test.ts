import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BAD_PASSWORDS, BAD_WORDS } from './bad-passwords.ts';
import { passwordProblem } from './password-rules.ts';
import { isDisposableEmail } from './throwaway-domains.ts';

const about = { vorname: 'Miriam', name: 'Falkner-Ölz', email: 'mfalkner@lindenhof.example', school: 'Gymnasium am Lindenhof' };

describe('passwordProblem', () => {
  test.each([
    ['elf Zeichen', 'min'],
    ['ä'.repeat(11), 'min'],
    ['😀😁😂😃😄😅😆😇😈😉😊', 'min'],
    ['Passwort1234!', 'common'],
    ['P4$$w0rt-2026', 'common'],
    ['Sommer-2026-Sommer', 'common'],
    ['123456789012', 'common'],
    ['qwertzuiop123', 'common'],
    ['1qay2wsx3edc', 'common'],
    ['abcabcabcabcabc', 'common'],
    ['aaaaaaaaaaaaaaaa', 'common'],
    ['24.12.1984 24.12', 'common'],
    ['Schule2026Schule', 'common'],
    ['HalloWelt123!', 'common'],
    ['Ich liebe dich 123', 'common'],
    ['miriam mag Wolken', 'personal'],
    ['Oelz und Teleskop', 'personal'],
    ['am-lindenhof-Turm', 'personal'],
    ['M1r1am mag Wolken', 'personal'],
  ])('rejects "%s" with the problem %s', (password, problem) => expect(passwordProblem(password, about)).toBe(problem));

  test.each([
    'rostiger Anker singt',
    'demo-schule-2026-Nebelhorn',
    'vier Ziegen kauen Lack',
    'xK9#mQ2$vL7pa',
    '93#Kd!7#28*51',
    'كلمة مرور طويلة جدا',
    'Zwölf Boxkämpfer jagen Viktor',
    'hK3 pW8 zT5 qR',
  ])('accepts "%s"', (password) => expect(passwordProblem(password, about)).toBeNull());

  test('limits a password to 128 characters', () => {
    const long = 'Ein langer Satz über Wolken, Möwen und Teleskope. '.repeat(3);
    expect(passwordProblem(long.slice(0, 128))).toBeNull();
    expect(passwordProblem(long.slice(0, 129))).toBe('max');
    // Twelve characters in decomposed form.
    expect(passwordProblem('Möwenträumer'.normalize('NFD'))).toBeNull();
  });

  test('rejects every listed password regardless of case', () => {
    for (const bad of BAD_PASSWORDS) expect([bad, passwordProblem(bad.toUpperCase().padEnd(12, '1'))], bad).not.toEqual([bad, null]);
    expect(new Set([...BAD_WORDS, ...BAD_PASSWORDS]).size).toBeGreaterThan(400);
  });

  test('rejects known words with digits and punctuation', () => {
    fc.assert(
      fc.property(fc.constantFrom(...BAD_WORDS), fc.stringMatching(/^[0-9.!?_-]{8,16}$/), (word, tail) => {
        expect(passwordProblem(`${word}${tail}`.padEnd(12, '7'))).toBe('common');
      }),
      { seed: 7, numRuns: 300 },
    );
  });

  test('accepts random passwords of sixteen letters', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 31 - 2 }), (seed) => {
        let state = seed;
        const next = () => (state = (state * 48_271) % 2_147_483_647);
        const password = Array.from({ length: 16 }, () => 'bcdfghjkmnpqrstvwxyzBDFGHKLMNPRTVWXZ2345678'[next() % 43]).join('');
        expect(passwordProblem(password)).toBeNull();
      }),
      { seed: 3, numRuns: 300 },
    );
  });
});

test.each([
  ['a@mailinator.com', true],
  ['a@eu.Mailinator.com', true],
  ['a@wegwerfmail.de', true],
  ['a@schule.example', false],
  ['a@notmailinator.com', false],
])('classifies %s as a disposable address: %s', (email, expected) => expect(isDisposableEmail(email)).toBe(expected));
