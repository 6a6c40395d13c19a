/** Checks that the hand-written demo catalogue is valid and covers all features. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MediaRecord } from '@fundus/contract/catalogue/catalogue';
import { isGrade } from '@fundus/contract/reference/grade-levels';
import { isLanguage } from '@fundus/contract/reference/languages';
import { MAIN_SUBJECTS } from '@fundus/contract/reference/main-subjects';
import { MEDIA_TYPES, mediaType } from '@fundus/contract/reference/media-types';
import { isSubject, topSubject } from '@fundus/contract/reference/subjects';
import { describe, expect, it } from 'vitest';

const FOLDER = join(import.meta.dirname, 'catalogue');
/** Reference day of the demo, relative to which records are "new" or "expired". */
const TODAY = '2026-11-20';
/** Main school subjects, which need at least 24 media each; all other subjects need at least two. */
const SCHOOL_SUBJECTS = ['020', '040', '060', '080', '100', '120', '200', '220', '240', '380', '420', '460', '600', '700'];

const lines = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.jsonl'))
  .flatMap((name) =>
    readFileSync(join(FOLDER, name), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line, index) => ({ where: `${name}:${index + 1}`, line })),
  );
const records = lines.map(({ where, line }) => {
  const parsed = MediaRecord.safeParse(JSON.parse(line));
  if (!parsed.success) throw new Error(`${where}: ${parsed.error.message}`);
  return parsed.data;
});
type Record_ = (typeof records)[number];
const byIdentifier = new Map(records.map((record) => [record.identifier, record]));
const licences = records.flatMap((record) => record.licences);

/** Returns the identifiers of records that break a rule. */
const against = (broken: (record: Record_) => boolean): string[] => records.filter(broken).map((record) => record.identifier);
const count = (meets: (record: Record_) => boolean): number => records.filter(meets).length;
const unknown = (codes: (record: Record_) => readonly string[], isKnown: (code: string) => boolean): string[] =>
  records.flatMap((record) => codes(record).filter((code) => !isKnown(code)));

describe('every demo record', () => {
  it('has a unique identifier and media number', () => {
    expect(byIdentifier.size).toBe(records.length);
    expect(new Set(records.map((record) => record.fn_nr)).size).toBe(records.length);
    expect(against((record) => !/^\d{4} \d{4,}$/.test(record.fn_nr ?? ''))).toEqual([]);
  });

  it('has a numeric identifier only if the medium can be borrowed', () => {
    expect(against((record) => (mediaType(record.fn_typ).carrier === 'physical') !== /^\d+$/.test(record.identifier))).toEqual([]);
  });

  it('uses known codes for subject, language, grade and type', () => {
    const types = new Set(MEDIA_TYPES.map((type) => type.code));
    expect(unknown((record) => record.fn_geb, isSubject)).toEqual([]);
    expect(unknown((record) => record.fn_sprache, isLanguage)).toEqual([]);
    expect(unknown((record) => record.fn_adressat, isGrade)).toEqual([]);
    expect(
      unknown(
        (record) => [record.fn_typ],
        (code) => types.has(code),
      ),
    ).toEqual([]);
    expect(against((record) => record.fn_geb.length < 1 || record.fn_geb.length > 4)).toEqual([]);
    expect(against((record) => record.fn_adressat.length === 0 || record.fn_sprache.length === 0)).toEqual([]);
  });

  it('has unique texts and three to eight keywords', () => {
    expect(against((record) => record.fn_kurztext === '' || record.fn_kurztext.length > 120 || record.fn_kurztext.includes('\n'))).toEqual(
      [],
    );
    expect(against((record) => record.fn_text.length < 40 || record.fn_prodname === '')).toEqual([]);
    expect(against((record) => record.fn_schlag.length < 3 || record.fn_schlag.length > 8)).toEqual([]);
    expect(against((record) => new Set(record.fn_schlag).size < record.fn_schlag.length)).toEqual([]);
    expect(new Set(records.map((record) => record.fn_titel)).size).toBe(records.length);
    expect(new Set(records.map((record) => record.fn_text)).size).toBe(records.length);
  });

  it('follows German typography', () => {
    const texts = (record: Record_): string =>
      [record.fn_titel, record.fn_kurztext, record.fn_text, ...record.sequences.map((part) => part.title)].join('\n');
    expect(against((record) => /"| {2}|\.\.\.| -- /.test(texts(record)))).toEqual([]);
    expect(against((record) => texts(record).split('„').length !== texts(record).split('“').length)).toEqual([]);
  });

  it('has a duration only if it is a video or audio medium', () => {
    const runs = (record: Record_): boolean => ['video', 'audio'].includes(mediaType(record.fn_typ).class);
    expect(against((record) => runs(record) !== (record.duration ?? 0) > 0)).toEqual([]);
  });

  it('has an external address only if it is a link', () => {
    expect(against((record) => ['57', '58'].includes(record.fn_typ) !== (record.url != null))).toEqual([]);
    expect(against((record) => record.url != null && !new URL(record.url).hostname.endsWith('.example'))).toEqual([]);
  });

  it('was published between 2019 and the reference day', () => {
    expect(against(({ published }) => published == null || published < '2019-01-01' || published >= TODAY)).toEqual([]);
    expect(against(({ year, published }) => year != null && (year < 2008 || year > Number(published?.slice(0, 4))))).toEqual([]);
  });

  it('has chapters in chronological order within its duration', () => {
    const wrong = ({ sequences, duration }: Record_): boolean =>
      sequences.some((part, index) => part.start_s < (sequences[index - 1]?.end_s ?? 0) || part.end_s > (duration ?? 0));
    expect(against(wrong)).toEqual([]);
    expect(against(({ sequences }) => sequences.length > 0 && (sequences.length < 3 || sequences.length > 7))).toEqual([]);
  });

  it('is a version of an existing standard medium', () => {
    const versions = records.filter((record) => record.set_of != null);
    expect(versions.filter((record) => byIdentifier.get(record.set_of ?? '')?.set_of !== undefined).map((r) => r.identifier)).toEqual([]);
    expect(versions.filter((record) => !byIdentifier.has(record.set_of ?? '')).map((r) => r.identifier)).toEqual([]);
    expect(
      versions.filter((record) => !record.fn_sprache.some((code) => ['s1', 'p1', 'o1'].includes(code))).map((r) => r.identifier),
    ).toEqual([]);
  });

  it('is licensed only to existing districts and schools', () => {
    const { district, schools } = JSON.parse(
      readFileSync(join(import.meta.dirname, '../../server/src/domains/accounts/demo.json'), 'utf8'),
    ) as {
      district: { id: string };
      schools: { id: string }[];
    };
    const targets = { free: [undefined], none: [undefined], district: [district.id], school: schools.map((school) => school.id) };
    expect(licences.filter((licence) => !(targets[licence.scope] as unknown[]).includes(licence.target))).toEqual([]);
  });
});

describe('demo catalogue', () => {
  it('covers every subject', () => {
    const number = (code: string): number => count((record) => record.fn_geb.some((geb) => topSubject(geb) === code));
    expect(records.length).toBeGreaterThanOrEqual(420);
    expect(SCHOOL_SUBJECTS.filter((code) => number(code) < 24)).toEqual([]);
    expect(MAIN_SUBJECTS.filter(({ code }) => number(code) < 2).map(({ label }) => label)).toEqual([]);
  });

  it('has at least three media of every type', () => {
    const types = MEDIA_TYPES.map(({ code }) => [code, count((record) => record.fn_typ === code)] as const);
    expect(types.filter(([, number]) => number < 3)).toEqual([]);
    expect(types.toSorted((a, b) => b[1] - a[1])[0]?.[0]).toBe('49');
  });

  it('has media for every grade and audience', () => {
    const grades = [...Array.from({ length: 13 }, (_, index) => `A(${index + 1})`), 'E', 'BB', 'SO', 'J', 'Q', 'T'];
    expect(grades.filter((grade) => count((record) => record.fn_adressat.includes(grade)) < 10)).toEqual([]);
  });

  it('has media in every language of the portal', () => {
    const languages = ['de', 'en', 'fr', 'es', 'it', 'la', 'ru', 'tr', 'ar', 'uk', 'pl', 's1', 'p1', 'o1', 'o2'];
    expect(languages.filter((language) => count((record) => record.fn_sprache.includes(language)) < 3)).toEqual([]);
  });

  it('has short, medium and long descriptions', () => {
    const long = count((record) => record.fn_text.includes('\n\n'));
    const short = count((record) => !record.fn_text.includes('\n\n') && record.fn_text.length < 160);
    expect(long).toBeGreaterThan(records.length / 4);
    expect(short).toBeGreaterThan(records.length / 8);
    expect(records.length - long - short).toBeGreaterThan(records.length / 4);
  });

  it('has enough versions, recommendations, new media and chapters', () => {
    expect(count((record) => record.set_of != null)).toBeGreaterThanOrEqual(14);
    expect(count((record) => record.recommended)).toBeGreaterThanOrEqual(20);
    expect(count((record) => (record.published ?? '') >= '2026-10-21')).toBeGreaterThanOrEqual(40);
    expect(count((record) => record.sequences.length > 0)).toBeGreaterThanOrEqual(60);
  });

  it('has licences in every state', () => {
    const scope = (name: string): number => licences.filter((licence) => licence.scope === name).length / records.length;
    expect(count((record) => record.licences.length === 0) / records.length).toBeGreaterThan(0.7);
    expect(scope('district')).toBeGreaterThan(0.08);
    expect(scope('school')).toBeGreaterThan(0.06);
    expect(count((record) => record.licences.some((licence) => licence.scope === 'none'))).toBeGreaterThanOrEqual(3);
    expect(licences.filter(({ valid_to }) => valid_to !== undefined && valid_to < TODAY).length).toBeGreaterThanOrEqual(5);
    expect(licences.filter(({ valid_to }) => valid_to?.startsWith('2026-12')).length).toBeGreaterThanOrEqual(5);
    expect(licences.filter(({ audience }) => audience === 'teacher').length).toBeGreaterThanOrEqual(5);
    expect(licences.filter(({ seats }) => seats > 0).length).toBeGreaterThanOrEqual(5);
    for (const right of ['download', 'home_use', 'lms_embed'] as const)
      expect(licences.filter(({ rights }) => !rights[right]).length, right).toBeGreaterThan(0);
    expect(licences.filter(({ rights }) => rights.edit).length).toBeGreaterThan(0);
  });
});
