import { describe, expect, test } from 'vitest';
import { frontendConfig, type FrontendConfigInput } from '../config.ts';
import { ContactMessage } from './contact-message.ts';
import { legalDestinations, servesPage, isStatementInImprint } from './destinations.ts';
import { Operator, operatorGaps, findPlaceholders, Statement, statementGaps } from './content.ts';

const links = (config: FrontendConfigInput, own = {}) =>
  Object.fromEntries(legalDestinations(frontendConfig(config), own).map(({ page, href }) => [page, href]));
const LegalLinks = { imprint: 'https://p.example.org/i', privacy: 'https://p.example.org/d', terms: '', contact: '', accessibility: '' };

describe('legal links', () => {
  test("lead to the portal's own pages by default", () => {
    expect(links({})).toEqual({
      imprint: '/imprint',
      privacy: '/privacy-policy',
      terms: '/terms-of-service',
      contact: '/contact',
      accessibility: '/imprint#accessibility',
    });
  });
  test('lead only to the configured URLs in a partner portal', () => {
    expect(links({ Type: 'bawue', LegalLinks })).toEqual({ imprint: 'https://p.example.org/i', privacy: 'https://p.example.org/d' });
    expect(links({ Type: 'bawue' })).toEqual({});
  });
  test("include a separate accessibility statement for the type 'hueber'", () => {
    expect(links({ Type: 'hueber', LegalLinks: { ...LegalLinks, accessibility: 'https://p.example.org/b' } }).accessibility).toBe(
      '/accessibility',
    );
    expect(links({ Type: 'hueber', LegalPages: 'none', LegalLinks })).toEqual({ accessibility: '/accessibility' });
    expect(links({ Type: 'hueber', LegalPages: 'generic' })).toMatchObject({ imprint: '/imprint', accessibility: '/accessibility' });
  });
  test("prefer the administrator's URLs to those of the portal", () => {
    expect(links({ LegalPages: 'none', LegalLinks })).toEqual({});
    expect(links({}, { imprint: 'https://kreis.example/impressum', privacy: '' })).toMatchObject({
      imprint: 'https://kreis.example/impressum',
      privacy: '/privacy-policy',
    });
    expect(links({ LegalPages: 'none' }, { imprint: 'https://kreis.example/impressum' })).toEqual({
      imprint: 'https://kreis.example/impressum',
    });
  });
  test('depend on the legal pages that the type of portal serves', () => {
    const cells = (['', 'bawue', 'hueber'] as const).flatMap((Type) =>
      (['generic', 'partner', 'none'] as const).map((LegalPages) => {
        const config = frontendConfig({ Type, LegalPages });
        return [Type, LegalPages, servesPage('imprint', config), servesPage('accessibility', config), isStatementInImprint(config)];
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

describe('missing parts of legal pages', () => {
  const names = (gaps: { name: string }[]) => gaps.map(({ name }) => name);
  test("include the operator's missing details for each page", () => {
    expect(names(operatorGaps('imprint', Operator.parse({ name: 'Kreis', phone: '1' })))).toEqual([
      'represented_by',
      'street',
      'postcode',
      'city',
      'email',
    ]);
    expect(names(operatorGaps('terms', Operator.parse({ name: 'Kreis' })))).toEqual([]);
  });
  test('include each placeholder of a text once', () => {
    expect(findPlaceholders('<p>[[A b]] [c] [[d ]] [[A b]] [[]] [[<e>]]</p>')).toEqual(['A b', 'd', '<e>']);
  });
  test('include missing or outdated parts of the accessibility statement', () => {
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

describe('contact form', () => {
  const message = { email: 'kim@schule.example', subject: 'Frage', text: 'Hallo' };
  const problems = (given: object) =>
    ContactMessage.safeParse({ ...message, ...given }).error?.issues.map(({ path, message: said, code }) => [
      path.join('.'),
      code === 'custom' ? said : code,
    ]);

  test('removes line breaks from single-line fields', () => {
    expect(ContactMessage.parse({ ...message, name: ' Kim\r\nMuster ', text: ' a\r\n\r\nb\u0000c\t ' })).toMatchObject({
      name: 'Kim Muster',
      text: 'a\n\nb c',
      topic: 'contact',
      copy: false,
    });
  });
  test('requires an email address unless the user reports a barrier', () => {
    expect(problems({ email: '' })).toEqual([['email', 'required']]);
    expect(problems({ email: '', topic: 'accessibility' })).toBeUndefined();
    expect(problems({ email: '', topic: 'accessibility', copy: true })).toEqual([['email', 'required']]);
  });
  test('reports all invalid fields together', () => {
    expect(
      problems({ subject: '  ', text: '\n', name: 'x'.repeat(121) })
        ?.map(([field]) => field)
        .sort(),
    ).toEqual(['name', 'subject', 'text']);
    expect(problems({ email: 'kim@' })?.[0]?.[0]).toBe('email');
  });
});
