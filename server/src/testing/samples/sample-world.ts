/** A separate district with schools, users, sessions and content, to which sample requests refer. */
import { createHash, randomBytes } from 'node:crypto';
import { newId } from '../../db/new-id.ts';
import { insertDistrict, insertPeople, insertSchools } from '../../domains/accounts/index.ts';
import { seal } from '../../secrets/sealed.ts';
import type { TestPortal } from '../index.ts';

/** Fields of a record of own material. */
export const MATERIAL = { fn_titel: 'Ein Blatt', fn_typ: '79', url: 'https://medien.example/1' };

/** Creates a district with two schools and another district, so that calls do not affect each other. */
export async function createSampleWorld(portal: TestPortal) {
  const db = () => portal.portal.db;
  const [district, other] = [newId(), newId()];
  const [school, neighbour, far] = [newId(), newId(), newId()];
  for (const id of [district, other]) await insertDistrict(db(), { id, name: id });
  const bare = { street: '', postcode: '', city: '' };
  await insertSchools(db(), [
    { id: school, district_id: district, name: 'Die eigene', number: '1', ...bare },
    { id: neighbour, district_id: district, name: 'Die andere', number: '2', ...bare },
    { id: far, district_id: other, name: 'Die ferne', number: '1', ...bare },
  ]);
  const person = async (about: Record<string, unknown> = {}): Promise<string> => {
    const id = newId();
    const base = {
      vorname: 'A',
      name: 'B',
      role: 'L',
      school_admin: '0',
      district_admin: '0',
      capabilities: [],
      school_id: school,
      district_id: null,
    };
    await insertPeople(db(), [{ ...base, password_hash: null, email: `${id}@x.example`, ...about, id } as never]);
    return id;
  };
  const sessionOf = async (whose: { person_id: string } | { code_id: string }): Promise<{ sid: string; id: string }> => {
    const [now, id] = [new Date(), newId()];
    const sid = `${'code_id' in whose ? 'c.' : ''}${randomBytes(32).toString('base64url')}`;
    const id_hash = createHash('sha256').update(sid).digest('hex');
    await db()
      .insertInto('session')
      .values({ id, id_hash, ...whose, stay: false, created_at: now, last_seen_at: now, expires_at: new Date(now.getTime() + 3_600_000) })
      .execute();
    return { sid, id };
  };
  const session = (person_id: string) => sessionOf({ person_id });
  const code = async (): Promise<string> => {
    const [id, now] = [newId(), new Date()];
    const row = {
      id,
      school_id: school,
      hash: id,
      sealed: seal(portal.portal.secret, 'learner-code', 'CDFGHJKLMNPQ'),
      label: '8b-07',
      valid_until: '2099-01-01',
      state: 'issued' as const,
    };
    await db()
      .insertInto('learner_code')
      .values({ ...row, state_since: now, created_at: now })
      .execute();
    return id;
  };
  const codeSession = async () => sessionOf({ code_id: await code() });
  const licence = async (): Promise<string> => {
    const id = newId();
    await db()
      .insertInto('licence')
      .values({ id, identifier: 'm-1', scope: 'volume', school_id: school, seats: 5, origin: 'hand', rights: '{}' })
      .execute();
    return id;
  };
  /** Creates own material of another person at the school. */
  const material = async (): Promise<string> => {
    const [identifier, now] = [`M-${newId()}`, new Date()];
    await db()
      .insertInto('media_item')
      .values({ ...MATERIAL, identifier, content_hash: '', published: '2026-01-01', free: false })
      .execute();
    const row = { identifier, school_id: school, made_by: await person(), created_at: now, given_at: now, rights_source: 'own' as const };
    await db().insertInto('own_material').values(row).execute();
    return identifier;
  };
  const invitation = async (about: Record<string, unknown> = {}): Promise<string> => {
    const id = randomBytes(16).toString('base64url');
    const row = {
      id,
      kind: 'link',
      target: 'school',
      school_id: school,
      role: 'teacher',
      expires_on: '2099-01-01',
      created_at: new Date(),
    };
    await db()
      .insertInto('invitation')
      .values({ ...row, ...about } as never)
      .execute();
    return id;
  };
  return { district, other, school, neighbour, far, person, session, code, codeSession, licence, material, invitation };
}

export type SampleWorld = Awaited<ReturnType<typeof createSampleWorld>>;

/** Arguments of a call. */
export type Sample = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: object };
