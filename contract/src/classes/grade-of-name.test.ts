import { expect, test } from 'vitest';
import { gradeOfName } from './grade-of-name.ts';

test.each([
  ['5a', 5],
  ['10b', 10],
  [' 07c ', 7],
  ['Klasse 9', 9],
  ['Kl. 6 B', 6],
  ['7/1', 7],
  ['5.2', 5],
  ['13', 13],
  ['EF', 11],
  ['EFa', null],
  ['E1', 11],
  ['Q1', 12],
  ['Q2 Physik', 13],
  ['1/2 Bären', null],
  ['3-4a', null],
  ['14a', null],
  ['2026', null],
  ['Bio 7a', 7],
  ['Deutsch LK 12', 12],
  ['LK Bio Q1', 12],
  ['Mathe 10 E-Kurs', 10],
  ['Fuchsklasse 2', 2],
  ['Sport 7/8', null],
  ['Kurs 7', null],
  ['AG 3', null],
  ['Chor 2026', null],
  ['1. Lernjahr', null],
  ['Theater-AG', null],
  ['Ethik', null],
  ['', null],
])('derives the grade from the class name "%s"', (name, grade) => {
  expect(gradeOfName(name)).toBe(grade);
});
