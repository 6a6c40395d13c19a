import { describe, expect, it } from 'vitest';
import { berlinMoment, parseDateTimeInput, formatDateTimeInput } from './berlin-time.ts';

describe('time in Europe/Berlin', () => {
  it.each([
    ['2026-11-21T20:00', '2026-11-21T19:00:00.000Z'],
    ['2026-07-01T00:00', '2026-06-30T22:00:00.000Z'],
    ['2026-12-31T23:59', '2026-12-31T22:59:00.000Z'],
    ['2026-03-29T01:59', '2026-03-29T00:59:00.000Z'],
    ['2026-03-29T03:00', '2026-03-29T01:00:00.000Z'],
    ['2026-10-25T01:59', '2026-10-24T23:59:00.000Z'],
    ['2026-10-25T03:00', '2026-10-25T02:00:00.000Z'],
  ])('converts %s to %s and back', (typed, moment) => {
    expect(parseDateTimeInput(typed)).toBe(moment);
    expect(formatDateTimeInput(moment)).toBe(typed);
  });

  it('returns the earlier moment for an ambiguous time in autumn', () =>
    expect(parseDateTimeInput('2026-10-25T02:30')).toBe('2026-10-25T00:30:00.000Z'));
  it('moves a nonexistent time in spring forward by one hour', () =>
    expect(formatDateTimeInput(parseDateTimeInput('2026-03-29T02:30'))).toBe('2026-03-29T03:30'));

  it('returns null or an empty text for missing input', () => {
    expect(parseDateTimeInput('')).toBeNull();
    expect(formatDateTimeInput(null)).toBe('');
  });

  it('formats a moment with day and time', () => expect(berlinMoment('2026-11-21T19:00:00Z', 'de')).toBe('21.11.2026, 20:00'));
  it('formats the date in the order of the language', () => expect(berlinMoment('2026-11-21T19:00:00Z', 'en')).toBe('21/11/2026, 20:00'));
});
