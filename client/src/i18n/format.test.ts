import { describe, expect, it } from 'vitest';
import { shiftDay } from '@fundus/contract/days';
import { DATE_FORMATS } from '@fundus/contract/locale';
import fc from 'fast-check';
import { formatBytes, formatDate, formatDuration, formatNumber, formatDateUnbroken, languageName, nativeLanguageName } from './format.ts';

describe('formatDate', () => {
  it('formats short and long dates in German and English', () => {
    expect(formatDate('2026-02-01', 'short', 'de')).toBe('01.02.2026');
    expect(formatDate('2026-02-01', 'long', 'de')).toBe('1. Februar 2026');
    expect(formatDate('2026-02-01', 'short', 'en')).toBe('01/02/2026');
    expect(formatDate('2026-02-01', 'long', 'en-GB')).toBe('1 February 2026');
  });

  it('formats dates like Intl in every language', () => {
    // All days of the years 1000 to 9999.
    const day = fc.integer({ min: -374_000, max: 2_900_000 }).map((days) => shiftDay('2026-01-01', days));
    const forms = { ...DATE_FORMATS, weekday: { weekday: 'long', month: 'long', day: 'numeric' } } as const;
    const format = fc.constantFrom('short' as const, 'long' as const, 'weekday' as const);
    fc.assert(
      fc.property(day, format, fc.constantFrom('de', 'de-AT', 'en', 'en-US', 'fr'), (text, name, locale) => {
        const form = locale.startsWith('en') ? 'en-GB' : locale;
        const said = new Intl.DateTimeFormat(form, { ...forms[name], timeZone: 'UTC' }).format(new Date(text));
        expect(formatDate(text, name, locale)).toBe(said);
      }),
      { numRuns: 1_000 },
    );
    const moment = new Date(2026, 1, 1, 23, 59);
    expect(formatDate(moment, 'weekday', 'de')).toBe(new Intl.DateTimeFormat('de', forms.weekday).format(moment));
    expect(() => formatDate('so bald', 'short', 'de')).toThrow(RangeError);
  });

  it('joins day, month and year with no-break spaces', () => {
    const said = (format: 'short' | 'long' | 'weekday', locale: string) =>
      formatDateUnbroken('2026-02-01', format, locale).replaceAll('\u00a0', '_');
    expect([said('weekday', 'de'), said('long', 'de'), said('short', 'de')]).toEqual([
      'Sonntag, 1._Februar',
      '1._Februar_2026',
      '01.02.2026',
    ]);
    expect([said('weekday', 'en'), said('long', 'en'), said('short', 'en')]).toEqual([
      'Sunday 1_February',
      '1_February_2026',
      '01/02/2026',
    ]);
  });

  it('formats a moment as the calendar day in Germany', () => {
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
  ])('formats %d seconds', (seconds, text) => expect(formatDuration(seconds)).toBe(text));
});

describe('formatNumber', () => {
  it('formats numbers like Intl in every language', () => {
    const value = fc
      .oneof(
        fc.integer({ min: -10_000, max: 10_000_000 }),
        fc.double({ min: -1e7, max: 1e7, noNaN: true }),
        fc.integer({ min: 0, max: 4_000_000 }).map((number) => number / 1000),
        fc.double(),
      )
      .map((number) => number || 0);
    fc.assert(
      fc.property(
        value,
        fc.constantFrom('de', 'de-DE', 'de-AT', 'en', 'en-US', 'fr'),
        fc.integer({ min: 0, max: 3 }),
        (number, locale, digits) => {
          const form = locale.startsWith('en') ? 'en-GB' : locale;
          expect(formatNumber(number, locale, digits)).toBe(new Intl.NumberFormat(form, { maximumFractionDigits: digits }).format(number));
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe('formatBytes', () => {
  it('uses decimal units', () => {
    expect(formatBytes(1_400_000, 'de')).toMatch(/^1,4\sMB$/);
    expect(formatBytes(820, 'en')).toMatch(/^820\sbytes$/);
    expect(formatBytes(0, 'en')).toMatch(/^0\sbytes$/);
    expect(formatBytes(0, 'de')).toMatch(/^0\sByte$/);
  });

  it('uses the same units as Intl', () => {
    const said = (locale: string, unit: string, value: number, digits: number) =>
      new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: digits }).format(value).replace(/\s/g, ' ');
    for (const locale of ['de', 'en', 'en-GB', 'fr']) {
      expect(formatBytes(12_400, locale).replace(/\s/g, ' ')).toBe(said(locale, 'kilobyte', 12, 0));
      expect(formatBytes(12_460_000, locale).replace(/\s/g, ' ')).toBe(said(locale, 'megabyte', 12.46, 1));
      expect(formatBytes(1_260_000_000_000, locale).replace(/\s/g, ' ')).toBe(said(locale, 'gigabyte', 1260, 1));
    }
  });
});

describe('names of languages', () => {
  it("match Intl for the portal's own languages", () => {
    for (const locale of ['de', 'en-GB'])
      for (const code of ['de', 'en'])
        expect(languageName(code, locale)).toBe(new Intl.DisplayNames([locale], { type: 'language' }).of(code));
  });

  it('are available in the current language and in the language itself', () => {
    expect(languageName('en', 'de')).toBe('Englisch');
    expect(languageName('??', 'de')).toBe('??');
    expect(nativeLanguageName('de')).toBe('Deutsch');
    expect(nativeLanguageName('fr')).toBe('Français');
  });
});
