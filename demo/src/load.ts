/** Loads the demo school into an empty portal: media files, catalogue records, and the demo data of each domain. */
import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MediaRecord } from '@fundus/contract/catalogue/catalogue';
import { daysBetween, shiftDay, today } from '@fundus/contract/days';
import { DEMO_PASSWORD } from '@fundus/contract/demo';
import { z } from 'zod';
import { DOMAINS } from '@fundus/server/all-domains/list';
import type { Db } from '@fundus/server/db/open';
import { hashPassword } from '@fundus/server/domains/accounts/index';
import type { Portal } from '@fundus/server/http/context';
import { listAddresses } from './repository.ts';

const HERE = import.meta.dirname;
/** School and district of the demo accounts (server/src/domains/accounts/demo.json). */
const PLACE = { school_id: 'school-1', district_id: 'demo' };

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

const readMediaList = () => DemoMedia.parse(readJson('media', 'media.json'));
const storedAt = (file: { path: string }): string => `demo/${file.path}`;

/** Returns the identifiers of the demo media and the paths of their files. */
export function listDemoMedia(): { identifiers: string[]; paths: string[] } {
  const media = readMediaList();
  return {
    identifiers: [...catalogueRecords().map(({ identifier }) => identifier), ...media.map(({ key }) => identifierOf(key))],
    paths: media.flatMap(({ files }) => files.map(storedAt)),
  };
}

/** Loads the demo in one transaction. After an interruption, it can be started again. */
export async function loadDemo(portal: Portal<'storage'>): Promise<void> {
  const media = readMediaList();
  for (const medium of media)
    for (const file of medium.files) await portal.storage.write(storedAt(file), createReadStream(join(HERE, 'media', file.path)));
  const day = today(portal.now());
  const records = [...catalogueRecords(), ...media.map((medium, i) => mediaRecord(medium, shiftDay(WRITTEN_FOR, -i)))].map((record) =>
    asOf(record, day),
  );
  const titles = new Map(records.map((record) => [record.identifier, record.fn_titel]));
  const titleOf = (identifier: string): string => titles.get(identifier) ?? missing(identifier);
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  await portal.db.transaction().execute(async (db) => {
    const at = {
      ...PLACE,
      secret: portal.secret,
      config: portal.config,
      storage: portal.storage,
      passwordHash,
      db,
      now: portal.now(),
      records,
      titleOf,
      people: () => findPeople(db),
      media: readMedia,
    };
    for (const domain of Object.values(DOMAINS)) if (domain.demo) await (await domain.demo()).makeDemo(at);
  });
}

const readMedia = (path: string): Buffer => readFileSync(join(HERE, 'media', ...path.split('/')));

/** Returns a function that finds an account id by mail address and throws if the account does not exist. */
async function findPeople(db: Db): Promise<(email: string) => string> {
  const ids = new Map((await listAddresses(db)).map(({ id, email }) => [email, id]));
  return (email) => ids.get(email) ?? missing(email);
}

const missing = (what: string): never => {
  throw new Error(`the demo refers to ${what}, which it does not contain`);
};

function catalogueRecords(): MediaRecord[] {
  return readdirSync(join(HERE, 'catalogue'))
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .flatMap((name) => readFileSync(join(HERE, 'catalogue', name), 'utf8').split('\n'))
    .filter((line) => line.trim() !== '')
    .map((line) => MediaRecord.parse(JSON.parse(line)));
}

/** Reference day of the demo. All its dates are shifted by the number of days between it and the day of loading. */
const WRITTEN_FOR = '2026-11-20';

/** Returns the record with its dates shifted from the reference day to the day of loading. */
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
    duration: medium.duration == null ? null : Math.floor(medium.duration),
    set_of: medium.setOf ? identifierOf(medium.setOf) : null,
    recommended: true,
    published,
    rights_note: 'CC0',
    files: medium.files.map(({ language, label, width, height, ...file }) => ({
      ...file,
      path: storedAt(file),
      ...(language && { language }),
      ...(label && { label }),
      ...(width && { width }),
      ...(height && { height }),
    })),
  });
}
