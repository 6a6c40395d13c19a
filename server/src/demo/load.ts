/** Loads the demo school into an empty portal: people, catalogue, playable media. */
import { AccountState } from '@fundus/contract/accounts/states';
import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MediaRecord } from '@fundus/contract/catalogue/catalogue';
import { daysBetween, shiftDay, today } from '@fundus/contract/days';
import { DEMO_PASSWORD } from '@fundus/contract/demo';
import { z } from 'zod';
import { hashPassword, insertDistrict, insertPeople, insertSchools } from '../domains/accounts/index.ts';
import { CAPABILITIES, PERSON_ROLES } from '@fundus/contract/people/rules';
import { ingest } from '../domains/catalogue/index.ts';
import { FirstLegal, insertFirstLegal } from '../domains/legal/index.ts';
import type { Portal } from '../http/context.ts';
import { newId } from '../db/new-id.ts';
import { makeDemoClasses } from './classes.ts';
import { makeDemoNews } from './news.ts';
import { giveDemoSeats } from './seats.ts';
import { makeDemoShared } from './shared.ts';
import { makeDemoUses } from './uses.ts';

const HERE = import.meta.dirname;

const People = z.object({
  district: z.object({ id: z.string(), name: z.string() }),
  schools: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      number: z.string(),
      street: z.string().default(''),
      postcode: z.string().default(''),
      city: z.string().default(''),
      kind: z.string().default(''),
      email: z.string().default(''),
      phone: z.string().default(''),
      website: z.string().default(''),
    }),
  ),
  people: z.array(
    z.object({
      email: z.string().nullish(),
      vorname: z.string(),
      name: z.string(),
      role: z.enum(PERSON_ROLES).default(''),
      school_admin: z.enum(['0', '1', '2']).default('0'),
      district_admin: z.enum(['0', '1']).default('0'),
      capabilities: z.array(z.enum(CAPABILITIES)).default([]),
      school: z.string().nullish(),
      state: AccountState.default('active'),
      demo: z.boolean().default(false),
    }),
  ),
});

const DemoMedia = z.array(
  z.object({
    key: z.string(),
    title: z.string(),
    subtitle: z.string(),
    text: z.string(),
    subjects: z.array(z.string()),
    grades: z.array(z.string()),
    keywords: z.array(z.string()),
    language: z.array(z.string()),
    typ: z.string(),
    producer: z.string(),
    year: z.number(),
    duration: z.number().nullish(),
    setOf: z.string().nullish(),
    files: z.array(
      z.object({
        path: z.string(),
        mime: z.string(),
        role: z.string(),
        language: z.string().nullish(),
        label: z.string().nullish(),
        bytes: z.number(),
        sha256: z.string(),
        width: z.number().nullish(),
        height: z.number().nullish(),
      }),
    ),
  }),
);

const readJson = (...path: string[]): unknown => JSON.parse(readFileSync(join(HERE, ...path), 'utf8'));

/** All or nothing: an interrupted load starts again from the beginning. */
export async function loadDemo(portal: Portal): Promise<void> {
  const media = DemoMedia.parse(readJson('media', 'media.json'));
  for (const medium of media)
    for (const file of medium.files) await portal.storage.write(`demo/${file.path}`, createReadStream(join(HERE, 'media', file.path)));
  const day = today(portal.now());
  const records = [...catalogueRecords(), ...media.map((medium, i) => mediaRecord(medium, shiftDay(WRITTEN_FOR, -i)))].map((record) =>
    asOf(record, day),
  );
  const people = People.parse(readJson('people.json'));
  const password_hash = await hashPassword(DEMO_PASSWORD);
  await portal.db.transaction().execute(async (db) => {
    await insertDistrict(db, people.district);
    await insertSchools(
      db,
      people.schools.map((school) => ({ ...school, district_id: people.district.id })),
    );
    await insertPeople(
      db,
      people.people.map(({ school, demo, email, ...person }) => ({
        ...person,
        id: newId(),
        email: email ?? null,
        demo,
        password_hash: demo ? password_hash : null,
        school_id: school ?? null,
        district_id: people.district.id,
      })),
    );
    await insertFirstLegal(db, FirstLegal.parse(readJson('legal.json')), portal.now());
    const { refusals } = await ingest(db, records, { today: day });
    if (refusals.length) throw new Error(`demo catalogue: ${JSON.stringify(refusals.slice(0, 5))}`);
    await giveDemoSeats(db, 'schuladmin@demo.example', new Date(portal.now().getTime() - 20 * 86_400_000));
    await makeDemoClasses({ ...portal, db, now: portal.now() }, 'school-1');
    await makeDemoShared({ ...portal, db, now: portal.now() }, 'school-1');
    await makeDemoUses({ db, now: portal.now() }, 'school-1');
    await makeDemoNews({ ...portal, db, now: portal.now() }, { school_id: 'school-1', district_id: people.district.id });
  });
}

function catalogueRecords(): MediaRecord[] {
  return readdirSync(join(HERE, 'catalogue'))
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .flatMap((name) => readFileSync(join(HERE, 'catalogue', name), 'utf8').split('\n'))
    .filter((line) => line.trim() !== '')
    .map((line) => MediaRecord.parse(JSON.parse(line)));
}

/** The day the demo was written for: what is new then is new on the day it is loaded. */
const WRITTEN_FOR = '2026-11-20';

/** The record with its days moved as far as the demo is loaded later than it was written for. */
function asOf(record: MediaRecord, loadedOn: string): MediaRecord {
  const late = Math.max(0, daysBetween(WRITTEN_FOR, loadedOn));
  const move = <T extends string | null | undefined>(day: T): T => (day ? (shiftDay(day, late) as T) : day);
  const licences = record.licences.map((licence) => ({
    ...licence,
    valid_from: move(licence.valid_from),
    valid_to: move(licence.valid_to),
  }));
  return { ...record, published: move(record.published), licences };
}

const identifierOf = (key: string): string => `FU-${key}`;

function mediaRecord(medium: z.output<typeof DemoMedia>[number], published: string): MediaRecord {
  return MediaRecord.parse({
    identifier: identifierOf(medium.key),
    fn_titel: medium.title,
    fn_kurztext: medium.subtitle,
    fn_text: medium.text,
    fn_geb: medium.subjects,
    fn_sprache: medium.language,
    fn_typ: medium.typ,
    fn_adressat: medium.grades,
    fn_schlag: medium.keywords,
    fn_prodname: medium.producer,
    year: medium.year,
    duration: medium.duration == null ? null : Math.round(medium.duration),
    set_of: medium.setOf ? identifierOf(medium.setOf) : null,
    recommended: true,
    published,
    rights_note: 'CC0',
    files: medium.files.map(({ language, label, width, height, ...file }) => ({
      ...file,
      path: `demo/${file.path}`,
      ...(language && { language }),
      ...(label && { label }),
      ...(width && { width }),
      ...(height && { height }),
    })),
  });
}
