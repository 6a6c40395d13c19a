import { describe, expect, it } from 'vitest';
import { formatBytes, formatDate, formatDuration, languageName, ownName } from './format.ts';

describe('formatDate', () => {
  it('has the two forms of the specification', () => {
    expect(formatDate('2026-02-01', 'short', 'de')).toBe('01.02.2026');
    expect(formatDate('2026-02-01', 'long', 'de')).toBe('1. Februar 2026');
    expect(formatDate('2026-02-01', 'short', 'en')).toBe('01/02/2026');
    expect(formatDate('2026-02-01', 'long', 'en-GB')).toBe('1 February 2026');
  });

  it('has the day of a moment in Germany', () => {
    expect(formatDate('2026-02-01T23:30:00Z', 'berlin', 'de')).toBe('2. Februar 2026');
  });
});

describe('formatDuration', () => {
  it.each([
    [0, '0:00'],
    [59.9, '0:59'],
    [252, '4:12'],
    [3600, '1:00:00'],
    [3852, '1:04:12'],
    [-5, '0:00'],
  ])('%d s', (seconds, text) => expect(formatDuration(seconds)).toBe(text));
});

describe('formatBytes', () => {
  it('counts in steps of 1000', () => {
    expect(formatBytes(1_400_000, 'de')).toMatch(/^1,4\sMB$/);
    expect(formatBytes(820, 'en')).toMatch(/820/);
  });

  it('writes the units as the languages do', () => {
    const said = (locale: string, unit: string, value: number, digits: number) =>
      new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: digits }).format(value).replace(/\s/g, ' ');
    for (const locale of ['de', 'en', 'en-GB', 'fr']) {
      expect(formatBytes(12_400, locale).replace(/\s/g, ' ')).toBe(said(locale, 'kilobyte', 12, 0));
      expect(formatBytes(12_460_000, locale).replace(/\s/g, ' ')).toBe(said(locale, 'megabyte', 12.46, 1));
      expect(formatBytes(1_260_000_000_000, locale).replace(/\s/g, ' ')).toBe(said(locale, 'gigabyte', 1260, 1));
    }
  });
});

describe('languages', () => {
  it('has for those of the portal the names a browser has', () => {
    for (const locale of ['de', 'en-GB'])
      for (const code of ['de', 'en'])
        expect(languageName(code, locale)).toBe(new Intl.DisplayNames([locale], { type: 'language' }).of(code));
  });

  it('are named in the language shown, and in their own words', () => {
    expect(languageName('en', 'de')).toBe('Englisch');
    expect(languageName('??', 'de')).toBe('??');
    expect(ownName('de')).toBe('Deutsch');
    expect(ownName('fr')).toBe('Français');
  });
});
