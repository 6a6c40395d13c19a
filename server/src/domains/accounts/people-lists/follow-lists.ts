/**
 * Compares accounts with the lists of identity providers once per day (docs/behaviour/accounts.md#deprovisioning). This is a step of the hourly
 * routine, so a failure is retried after an hour.
 */
import { DAY } from '@fundus/contract/days';
import { href } from '@fundus/contract/screens';
import { changeInTransaction } from '../../../http/change-in-transaction.ts';
import type { Portal, Services } from '../../../http/context.ts';
import { isDueDaily } from '../../../jobs/daily.ts';
import type { OidcClient } from '../../../oidc/oidc.ts';
import { simpleMail } from '../../mails/index.ts';
import { notifyDistrict } from '../registration/approvers.ts';
import {
  fetchPeople,
  fetchPeopleOfSchool,
  fetchSchoolIds,
  InvalidListError,
  reasonOf,
  type Answer,
  type PeopleList,
} from './fetch-list.ts';
import { compare, type ListAnswer, type Comparison, type ListedSchools } from './compare.ts';
import { endPerson, removeFromSchools, cancelErasure, type EndPeopleContext } from './end-people.ts';
import {
  findSchoolName,
  listPaused,
  listKnown,
  listPeopleListStates,
  listSchoolNumbers,
  markMissing,
  recordListRequest,
  recordListRead,
  removePaused,
  writePaused,
  type PausedState,
} from './lists-repository.ts';

/** Time in milliseconds before departures that a district rejected are reported again. */
const REST = 7 * DAY;

type Lister = { client: OidcClient; list: PeopleList };

/** Returns the identity providers whose list of people is configured. */
export const findListProviders = ({ oidc }: Pick<Services, 'oidc'>): Lister[] =>
  oidc.flatMap((client) => ('ownToken' in client && client.settings.people_list ? [{ client, list: client.settings.people_list }] : []));

export async function syncPeopleLists(
  portal: Portal<'domains' | 'oidc' | 'remote' | 'schoolMembership'>,
  { now, byHand = false }: { now: Date; byHand?: boolean },
): Promise<void> {
  const rows = new Map((await listPeopleListStates(portal.db)).map((row) => [row.provider, row]));
  const failed: string[] = [];
  for (const lister of findListProviders(portal)) {
    const { id } = lister.client.settings;
    const paused = await listPaused(portal.db, { provider: id });
    const decided = paused.some(({ state }) => state === 'confirmed');
    if (!byHand && !decided && !isDueDaily(rows.get(id)?.read_at ?? null, now)) continue;
    try {
      const problem = await syncList(portal, lister, now);
      if (problem !== null) failed.push(`${id}: ${problem}`);
    } catch (error) {
      portal.log.warn({ err: error, provider: id }, 'list of people of an identity provider failed');
      failed.push(`${id}: ${reasonOf(error)}`);
      await recordListRequest(portal.db, id, now, reasonOf(error));
    }
  }
  if (failed.length > 0) throw new Error(failed.join('; '));
}

type Fetched = { asked: ListAnswer; problem: string | null };

/** Fetches the list of an identity provider and maps its school numbers to known schools. */
async function fetchCompared(portal: Portal<'remote'>, lister: Lister): Promise<Fetched> {
  const ids = new Map<string, string[]>();
  for (const { id, number } of await listSchoolNumbers(portal.db)) ids.set(number, [...(ids.get(number) ?? []), id]);
  const asking = { ...lister, token: await lister.client.ownToken(lister.list.scope) };
  const present = (answer: Answer): Map<string, ListedSchools> =>
    new Map(
      [...answer].map(([pid, { numbers, unclear }]) => [
        pid,
        { at: new Set(numbers.flatMap((number) => ids.get(number) ?? [])), unclear, nowhere: numbers.length === 0 },
      ]),
    );
  if (!lister.list.by_school) return { asked: { listed: present(await fetchPeople(portal, asking)), schools: 'all' }, problem: null };
  const schools = new Set<string>();
  const whole: Answer = new Map();
  let problem: string | null = null;
  for (const [number, organisation] of await fetchSchoolIds(portal, asking)) {
    const here = ids.get(number);
    if (!here) continue;
    try {
      for (const [pid, one] of await fetchPeopleOfSchool(portal, asking, organisation)) {
        const known = whole.get(pid);
        whole.set(pid, { numbers: [...(known?.numbers ?? []), ...one.numbers], unclear: one.unclear || (known?.unclear ?? false) });
      }
      for (const id of here) schools.add(id);
    } catch (error) {
      problem = `${number}: ${reasonOf(error)}`;
    }
  }
  if (schools.size === 0) throw new InvalidListError(problem ?? 'it names no school of this portal');
  return { asked: { listed: present(whole), schools }, problem };
}

async function syncList(
  portal: Portal<'domains' | 'oidc' | 'remote' | 'schoolMembership'>,
  lister: Lister,
  now: Date,
): Promise<string | null> {
  const provider = lister.client.settings.id;
  const { asked, problem } = await fetchCompared(portal, lister);
  // Read after the request, so that decisions made during the request apply.
  const paused = await listPaused(portal.db, { provider });
  const confirmed = new Set(paused.filter(({ state }) => state === 'confirmed').map(({ school_id }) => school_id));
  const known = await listKnown(portal.db, provider);
  const found = compare(
    // Excludes people who are already scheduled for erasure or whom an administrator decided to keep.
    known
      .filter(({ ending, erasing }) => !ending && !erasing)
      .map(({ subject, at, unlisted }) => ({ subject, at, confirmed: unlisted.filter((school) => confirmed.has(school)) })),
    asked,
  );
  await changeInTransaction(portal, now, (at) => recordPaused(at, lister, found, paused));
  let left = 0;
  let ended = 0;
  for (const { subject, schools } of found.left)
    if (await tryFor(portal, now, (at) => removeFromSchools(at, { provider, subject }, schools))) left += 1;
  for (const subject of found.gone) if (await tryFor(portal, now, (at) => endPerson(at, { provider, subject }))) ended += 1;
  for (const { subject, ending } of known)
    if (ending && asked.listed.has(subject)) await tryFor(portal, now, (at) => cancelErasure(at, { provider, subject }));
  await recordListRead(portal.db, provider, { asked_at: now, read_at: now, error: problem, known: known.length, left_school: left, ended });
  if (left + ended > 0) await portal.wakeIndex();
  return problem;
}

/** Stores the paused schools and notifies districts of schools that were not paused before. */
async function recordPaused(
  at: EndPeopleContext,
  { client }: Lister,
  found: Comparison,
  before: Awaited<ReturnType<typeof listPaused>>,
): Promise<void> {
  const { id: provider, name: portal } = client.settings;
  const missingOf = new Map<string, string[]>();
  for (const [school_id, { known, missing }] of found.paused) {
    for (const subject of missing) missingOf.set(subject, [...(missingOf.get(subject) ?? []), school_id]);
    const row = before.find((each) => each.school_id === school_id);
    const rests = row?.state === 'rejected' && at.now.getTime() - (row.decided_at?.getTime() ?? 0) < REST;
    const state: PausedState = rests ? 'rejected' : 'waiting';
    const isNew = state === 'waiting' && row?.state !== 'waiting';
    await writePaused(at.db, {
      ...{ provider, school_id, state, known, missing: missing.length },
      since: row && !isNew ? row.since : at.now,
    });
    const of = isNew ? await findSchoolName(at.db, school_id) : undefined;
    if (of) {
      const facts = { portal, school: of.name, missing: String(missing.length), known: String(known) };
      await notifyDistrict(at, of.district_id, '', simpleMail('peopleMissing', facts, href('sign-on')));
    }
  }
  await removePaused(
    at.db,
    provider,
    before.map(({ school_id }) => school_id).filter((id) => !found.paused.has(id)),
  );
  await markMissing(at.db, provider, missingOf);
}

/** Runs a change for one person in a transaction. A failure is logged, does not affect other people and is retried the next day. */
async function tryFor<T>(
  portal: Portal<'domains' | 'oidc' | 'schoolMembership'>,
  now: Date,
  run: (at: EndPeopleContext) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await changeInTransaction(portal, now, run);
  } catch (error) {
    portal.log.error({ err: error }, 'account missing from the list of people could not be processed');
    return undefined;
  }
}
