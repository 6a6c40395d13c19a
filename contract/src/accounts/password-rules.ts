/**
 * Password rules (docs/behaviour/accounts.md#passwords; NIST SP 800-63B). A password must be long, uncommon and unrelated to the user. Character
 * classes are not required.
 */
import { BAD_PASSWORDS, BAD_WORDS } from './bad-passwords.ts';
import { PASSWORD_LENGTH } from './password-length.ts';
import { normalizeText } from '../unicode.ts';

/** Data about the user that a password must not contain. */
export type AboutPerson = { vorname?: string; name?: string; email?: string; username?: string; school?: string };

/** Reason why a password is rejected. `common` means known or composed of known words, and `personal` that it contains data about the user. */
export type PasswordProblem = 'min' | 'max' | 'common' | 'personal';

/** Returns the number of code points in the normalized password, which is also the form that is hashed. */
const lengthOf = (password: string): number => [...normalizeText(password)].length;

/** Returns the first rule that a password violates, or `null`. */
export function passwordProblem(password: string, about: AboutPerson = {}): PasswordProblem | null {
  const length = lengthOf(password);
  if (length < PASSWORD_LENGTH.min) return 'min';
  if (length > PASSWORD_LENGTH.max) return 'max';
  if (isCommon(password)) return 'common';
  return isPersonal(password, about) ? 'personal' : null;
}

/** Returns the text in lower case, with `ae` for `ä` and without accents. */
const fold = (text: string): string =>
  normalizeText(
    normalizeText(text).toLowerCase().replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue').replaceAll('ß', 'ss'),
    'NFD',
  ).replace(/\p{M}/gu, '');

const LEET: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' };
const unleet = (text: string): string => text.replace(/[013457@$!]/g, (sign) => LEET[sign] ?? sign);
const letters = (text: string): string => text.replace(/[^a-z]/g, '');

/** Keyboard rows, the alphabet and the digits. Sequences along them are easy to guess. */
const ROWS = [
  '1234567890123456789012345678901234567890',
  'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz',
  'qwertzuiopueasdfghjkloeaeyxcvbnm',
  'qwertyuiopasdfghjklzxcvbnm',
  '1qay2wsx3edc4rfv5tgb6zhn7ujm8ik9ol0p',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1q2w3e4r5t6z7u8i9o0p',
  '1q2w3e4r5t6y7u8i9o0p',
];
let bothWays: readonly string[] | undefined;
const listRuns = () => (bothWays ??= ROWS.flatMap((row) => [row, [...row].reverse().join('')]));
const RUN = 4;

/** Removes sequences of four or more characters that follow a keyboard row, the alphabet or the digits. */
function withoutRuns(text: string): string {
  let rest = '';
  for (let i = 0; i < text.length;) {
    let long = 0;
    for (const row of listRuns()) {
      let size = long + 1;
      while (i + size <= text.length && row.includes(text.slice(i, i + size))) long = size++;
    }
    if (long >= RUN) i += long;
    else rest += text[i++]!;
  }
  return rest;
}

/** Returns the repeated part of a text, such as `abc` for `abcabcabcabc`. Returns any other text unchanged. */
function period(text: string): string {
  for (let size = 1; size <= text.length / 2; size++)
    if (
      text ===
      text
        .slice(0, size)
        .repeat(Math.ceil(text.length / size))
        .slice(0, text.length)
    )
      return text.slice(0, size);
  return text;
}

/** Returns whether a password consists only of known words, numbers and punctuation, such as `Sommer-2026-Sommer`. */
function consistsOfKnownWords(plain: string): boolean {
  for (const text of [plain, unleet(plain)]) {
    let rest = letters(text);
    if (rest.length === 0) continue;
    for (const word of listLongestFirst()) rest = rest.replaceAll(word, ' ');
    if (rest.includes(' ') && rest.replaceAll(' ', '').length <= 2) return true;
  }
  return false;
}

/** Built on first use, because pages load these rules long before the user types a password. */
let longestFirst: readonly string[] | undefined;
const listLongestFirst = () => (longestFirst ??= BAD_WORDS.toSorted((a, b) => b.length - a.length));
let known: ReadonlySet<string> | undefined;
const listKnown = () => (known ??= new Set(BAD_PASSWORDS));

function isCommon(password: string): boolean {
  const plain = fold(password);
  if (listKnown().has(plain) || listKnown().has(plain.replace(/[^a-z0-9]/g, ''))) return true;
  if (new Set(plain).size <= 4) return true;
  if (period(plain).length <= 5) return true;
  // Matches dates, telephone numbers and other sequences of digits.
  if (/^[\d\s./+()-]+$/.test(plain) && plain.replace(/\D/g, '').length <= 14) return true;
  if (withoutRuns(plain.replace(/[^\p{L}\p{N}]/gu, '')).length <= 4) return true;
  return consistsOfKnownWords(plain);
}

/** Minimum length of a name that is checked. Shorter names occur in too many words. */
const MIN_PART = 4;

function isPersonal(password: string, { vorname = '', name = '', email = '', username = '', school = '' }: AboutPerson): boolean {
  const plain = fold(password).replace(/[^a-z0-9]/g, '');
  const [local = '', domain = ''] = email.split('@');
  const parts = [vorname, name, username, local, domain.split('.').at(-2) ?? '', school]
    .flatMap((text) => [fold(text).replace(/[^a-z0-9]/g, ''), ...fold(text).split(/[^a-z0-9]+/)])
    .filter((part) => part.length >= MIN_PART && !GENERAL.has(part));
  return parts.some((part) => plain.includes(part) || unleet(plain).includes(part));
}

/** Words in the names of schools and mail providers that do not identify the user. */
const GENERAL = new Set(
  'schule school gymnasium realschule grundschule gesamtschule hauptschule oberschule mittelschule berufsschule berufskolleg kolleg gemeinschaftsschule foerderschule stadt kreis landkreis example'.split(
    ' ',
  ),
);
