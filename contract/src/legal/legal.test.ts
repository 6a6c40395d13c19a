import { describe, expect, test } from 'vitest';
import { frontendConfig, type FrontendConfigInput } from '../config.ts';
import { ContactMessage } from './contact-message.ts';
import { legalDestinations, servesPage, statementIsInImprint } from './destinations.ts';
import { Operator, operatorGaps, placeholdersIn, Statement, statementGaps } from './content.ts';

const links = (config: FrontendConfigInput, own = {}) =>
  Object.fromEntries(legalDestinations(frontendConfig(config), own).map(({ page, href }) => [page, href]));
const LegalLinks = { imprint: 'https://p.example.org/i', privacy: 'https://p.example.org/d', terms: '', contact: '', accessibility: '' };

describe('where the legal links lead', () => {
  test('a standalone portal: its own pages, the statement as a section of the imprint', () => {
    expect(links({})).toEqual({
      imprint: '/imprint',
      privacy: '/privacy-policy',
      terms: '/terms-of-service',
      contact: '/contact',
      accessibility: '/imprint#accessibility',
    });
  });
  test('a partner: its addresses, and only those it gave', () => {
    expect(links({ Type: 'bawue', LegalLinks })).toEqual({ imprint: 'https://p.example.org/i', privacy: 'https://p.example.org/d' });
    expect(links({ Type: 'bawue' })).toEqual({});
  });
  test("Type 'hueber' always has a statement of its own", () => {
    expect(links({ Type: 'hueber', LegalLinks: { ...LegalLinks, accessibility: 'https://p.example.org/b' } }).accessibility).toBe(
      '/accessibility',
    );
    expect(links({ Type: 'hueber', LegalPages: 'none', LegalLinks })).toEqual({ accessibility: '/accessibility' });
    expect(links({ Type: 'hueber', LegalPages: 'generic' })).toMatchObject({ imprint: '/imprint', accessibility: '/accessibility' });
  });
  test('none means none; what the administrator chose stands before everything', () => {
    expect(links({ LegalPages: 'none', LegalLinks })).toEqual({});
    expect(links({}, { imprint: 'https://kreis.example/impressum', privacy: '' })).toMatchObject({
      imprint: 'https://kreis.example/impressum',
      privacy: '/privacy-policy',
    });
    expect(links({ LegalPages: 'none' }, { imprint: 'https://kreis.example/impressum' })).toEqual({
      imprint: 'https://kreis.example/impressum',
    });
  });
  test('what is served and where the statement stands', () => {
    const cells = (['', 'bawue', 'hueber'] as const).flatMap((Type) =>
      (['generic', 'partner', 'none'] as const).map((LegalPages) => {
        const config = frontendConfig({ Type, LegalPages });
        return [Type, LegalPages, servesPage('imprint', config), servesPage('accessibility', config), statementIsInImprint(config)];
      }),
    );
    expect(cells).toEqual([
      ['', 'generic', true, true, true],
      ['', 'partner', false, false, false],
      ['', 'none', false, false, false],
      ['bawue', 'generic', true, true, true],
      ['bawue', 'partner', false, false, false],
      ['bawue', 'none', false, false, false],
      ['hueber', 'generic', true, true, false],
      ['hueber', 'partner', false, true, false],
      ['hueber', 'none', false, true, false],
    ]);
  });
});

describe('what is missing', () => {
  const names = (gaps: { name: string }[]) => gaps.map(({ name }) => name);
  test('details of the operator, by page', () => {
    expect(names(operatorGaps('imprint', Operator.parse({ name: 'Kreis', phone: '1' })))).toEqual([
      'represented_by',
      'street',
      'postcode',
      'city',
      'email',
    ]);
    expect(names(operatorGaps('terms', Operator.parse({ name: 'Kreis' })))).toEqual([]);
  });
  test('placeholders of a text, each once', () => {
    expect(placeholdersIn('<p>[[A b]] [c] [[d ]] [[A b]] [[]] [[<e>]]</p>')).toEqual(['A b', 'd', '<e>']);
  });
  test('parts of the statement; a year after the last look it is due again', () => {
    expect(names(statementGaps(Statement.parse({}), '2026-11-21'))).toEqual(['status', 'method', 'prepared_on', 'enforcement']);
    const whole = Statement.parse({
      status: 'partial',
      barriers: [{ what: 'Filme', reason: 'burden' }],
      method: 'self',
      prepared_on: '2025-01-10',
      reviewed_on: '2025-11-20',
      enforcement: { name: 'Stelle', url: 'https://stelle.example' },
    });
    expect(names(statementGaps(whole, '2026-11-20'))).toEqual([]);
    expect(names(statementGaps(whole, '2026-11-21'))).toEqual(['review_due']);
    expect(names(statementGaps({ ...whole, barriers: [] }, '2026-01-01'))).toEqual(['barriers']);
    expect(names(statementGaps({ ...whole, status: 'full', barriers: [] }, '2026-01-01'))).toEqual([]);
    expect(names(statementGaps({ ...whole, enforcement: { name: 'Stelle', address: 'x', email: '', url: '' } }, '2026-01-01'))).toEqual([
      'enforcement',
    ]);
  });
});

describe('a message', () => {
  const message = { email: 'kim@schule.example', subject: 'Frage', text: 'Hallo' };
  const problems = (given: object) =>
    ContactMessage.safeParse({ ...message, ...given }).error?.issues.map(({ path, message: said, code }) => [
      path.join('.'),
      code === 'custom' ? said : code,
    ]);

  test('is cleaned: one line stays one, control characters go', () => {
    expect(ContactMessage.parse({ ...message, name: ' Kim\r\nMuster ', text: ' a\r\n\r\nb\u0000c\t ' })).toMatchObject({
      name: 'Kim Muster',
      text: 'a\n\nb c',
      topic: 'contact',
      copy: false,
    });
  });
  test('needs an address to answer to, unless a barrier is reported without a copy', () => {
    expect(problems({ email: '' })).toEqual([['email', 'required']]);
    expect(problems({ email: '', topic: 'accessibility' })).toBeUndefined();
    expect(problems({ email: '', topic: 'accessibility', copy: true })).toEqual([['email', 'required']]);
  });
  test('all problems at once', () => {
    expect(
      problems({ subject: '  ', text: '\n', name: 'x'.repeat(121) })
        ?.map(([field]) => field)
        .sort(),
    ).toEqual(['name', 'subject', 'text']);
    expect(problems({ email: 'kim@' })?.[0]?.[0]).toBe('email');
  });
});
