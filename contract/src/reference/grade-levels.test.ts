import { describe, expect, it } from 'vitest';
import { expandGrades, GRADE_LEVELS, gradeLabel, gradeSpan, isGrade, readGrades } from './grade-levels.ts';

const A = (from: number, to: number): string[] => Array.from({ length: to - from + 1 }, (_, i) => `A(${from + i})`);

describe('grade levels', () => {
  it('have unique codes', () => {
    expect(GRADE_LEVELS.map(({ code }) => code)).toEqual(['E', 'A', ...A(1, 13), 'BB', 'SO', 'J', 'Q', 'T']);
    expect(gradeLabel('A(7)')).toBe('Klasse 7');
    expect(gradeLabel('BB')).toBe('Berufliche Bildung');
    expect(gradeLabel('X')).toBe('X');
    expect(isGrade('A(14)')).toBe(false);
  });

  it.each<[string | string[], string[]]>([
    // Current codes.
    ['A(8-13); Q', [...A(8, 13), 'Q']],
    ['A(5-10);SO', [...A(5, 10), 'SO']],
    ['A(5)', ['A(5)']],
    ['a(3)', ['A(3)']],
    ['A( 5 – 7 )', A(5, 7)],
    ['A(5-7,9)', [...A(5, 7), 'A(9)']],
    ['A(7-5)', A(5, 7)],
    ['A(10-15)', A(10, 13)],
    ['A(0-2)', A(1, 2)],
    ['A', ['A']],
    ['E(3-5)', ['E']],
    ['J(6-16)', ['J']],
    ['E; A; BB; SO; J; Q; T', ['E', 'A', 'BB', 'SO', 'J', 'Q', 'T']],
    [
      ['A(2)', 'A(1)', 'A(2)', 'E'],
      ['E', 'A(1)', 'A(2)'],
    ],
    // Older codes.
    ['P', A(1, 4)],
    ['P1-P4', A(1, 4)],
    ['P3', ['A(3)']],
    ['P3-5', A(3, 4)],
    ['S1', A(5, 10)],
    ['S2', A(11, 13)],
    ['S1-S2', A(5, 13)],
    ['S5-S10', A(5, 10)],
    ['S11-13', A(11, 13)],
    ['E3-E5', ['E']],
    ['J6-J16', ['J']],
    ['B', ['BB']],
    ['S', ['SO']],
    ['SS', ['SO']],
    ['EB', ['Q']],
    ['L, LB', ['T']],
    // Everyday words.
    ['Klasse 5–8', A(5, 8)],
    ['Kl. 7', ['A(7)']],
    ['7. Klasse', ['A(7)']],
    ['5. bis 7. Jahrgangsstufe', A(5, 7)],
    ['Jahrgänge 5-6', A(5, 6)],
    ['ab Klasse 9', A(9, 13)],
    ['5-8', A(5, 8)],
    ['Grundschule', A(1, 4)],
    ['Sekundarstufe I', A(5, 10)],
    ['Sekundarstufe1', A(5, 10)],
    ['sekundarstufe_2', A(11, 13)],
    ['berufliche_bildung | Erwachsenenbildung', ['BB', 'Q']],
    ['Lehrkräfte', ['T']],
    // Empty values.
    ['', []],
    ['; ,', []],
    [[], []],
  ])('expands %j to %j', (raw, codes) => {
    expect(readGrades(raw)).toEqual({ codes, unknown: [] });
    expect(expandGrades(raw)).toEqual(codes);
    expect(codes.every(isGrade)).toBe(true);
  });

  it.each<[string, string[], string[]]>([
    ['A(14)', [], ['A(14)']],
    ['A()', [], ['A()']],
    ['Z; A(5)', ['A(5)'], ['Z']],
    ['6-10 Jahre', [], ['6-10 Jahre']],
    ['S3', [], ['S3']],
    ['alle, Q', ['Q'], ['alle']],
    ['A5-B7', [], ['A5-B7']],
  ])('expands %j to %j and reports %j as unknown', (raw, codes, unknown) => {
    expect(readGrades(raw)).toEqual({ codes, unknown });
  });

  it.each<[string[], { from: number; to: number } | null]>([
    [['A(8)', 'A(5)', 'Q'], { from: 5, to: 8 }],
    [['A(13)'], { from: 13, to: 13 }],
    [['A', 'BB'], null],
    [[], null],
  ])('returns %j as the range of classes in %j', (codes, span) => {
    expect(gradeSpan(codes)).toEqual(span);
  });
});
