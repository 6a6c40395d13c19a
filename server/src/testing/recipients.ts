/** Users of every kind who may or must not be notified, for `recipients.test.ts`. */
import { MAILS, type MailTemplate } from '@fundus/contract/mails/mails';
import { NOTIFICATIONS } from '@fundus/contract/mails/notifications';
import { de, en } from '@fundus/contract/messages';
import type { Db } from '../db/open.ts';
import { newId } from '../db/new-id.ts';
import { insertDistrict, insertPeople, insertSchools, type NewPerson } from '../domains/accounts/index.ts';
import type { Mail } from '../mail/compose.ts';
import type { Caller, TestPortal } from './index.ts';

/** Variants of each role: two languages, all notifications off, no email address, blocked, and erased. */
export const KINDS = ['de', 'en', 'off', 'bare', 'blocked', 'erased'] as const;
/** Returns whether users of a variant must no longer be notified. */
export const isGone = (who: string): boolean => / (blocked|erased)$/.test(who);
export const each = (role: string): string[] => KINDS.map((kind) => `${role} ${kind}`);

/** Channels by user: `mail`, `daily` and `portal`. `en` is added if the text is in English. */
export type Recipients = Record<string, string>;

/** Roles at a school. */
const ROLES: Record<string, Partial<NewPerson>> = {
  admin: { role: 'L', school_admin: '1' },
  editor: { role: 'L', capabilities: ['cap_licences'] },
  desk: { role: 'L', capabilities: ['cap_lending'] },
  teacher: { role: 'L' },
  pupil: { role: '' },
};
const PLACE = { street: '', postcode: '', city: '' };

export type World = {
  id: (who: string) => string;
  by: (who: string) => Caller;
  /** Blocks and erases the users of these variants. Call it after everything else has been prepared. */
  settle: () => Promise<void>;
  /** Returns the users notified since the last call, by mail template. */
  take: (templates: readonly MailTemplate[]) => Promise<Record<string, Recipients>>;
};

/**
 * Creates each role in every variant at school A and in its district. Also creates one user per role at another school and in another district. Users
 * in `waiting` have not been approved.
 */
export async function makeRecipients(portal: TestPortal, waiting: readonly string[]): Promise<World> {
  const { db } = portal.portal;
  const ids = new Map<string, string>();
  const callers = new Map<string, Caller>();
  const add = async (who: string, about: Partial<NewPerson>, signs = false): Promise<void> => {
    const email = `${who.replaceAll(' ', '.')}@x.example`;
    const person = { vorname: 'Kim', name: `Muster ${who}`, email, ...about };
    const rest = { role: 'L' as const, school_admin: '0', district_admin: '0', capabilities: [], school_id: null, district_id: null };
    if (signs) callers.set(who, await portal.as(person));
    else await insertPeople(db, [{ ...rest, password_hash: null, ...person, id: newId() } as NewPerson]);
    const set = { created_at: new Date('2026-01-01'), ...(who.endsWith(' en') && { locale: 'en' }) };
    const row = await db.updateTable('person').set(set).where('email', '=', email).returning('id').executeTakeFirstOrThrow();
    ids.set(who, row.id);
  };
  await insertDistrict(db, { id: 'district-c', name: 'Kreis C' });
  await insertSchools(db, [{ ...PLACE, id: 'school-c', district_id: 'district-c', name: 'Schule c', number: '10c' }]);
  for (const [role, about] of Object.entries(ROLES)) {
    const acts = ['teacher', 'pupil'].includes(role);
    for (const kind of KINDS) await add(`${role} ${kind}`, { ...about, school_id: 'school-a' }, acts || kind === 'de');
    for (const x of ['b', 'c']) await add(`${role} of ${x}`, { ...about, school_id: `school-${x}` });
  }
  for (const kind of KINDS) await add(`district ${kind}`, { role: '', district_admin: '1', district_id: 'district-a' }, kind === 'de');
  await add('district of c', { role: '', district_admin: '1', district_id: 'district-c' });
  await add('giver', { role: 'L', school_id: 'school-a' }, true);
  for (const who of waiting) await add(who, { school_id: 'school-a', state: 'pending_approval' } as Partial<NewPerson>);
  return {
    id: (who) => ids.get(who)!,
    by: (who) => callers.get(who)!,
    settle: () => setStates(portal, ids),
    take: (templates) => collectRecipients(db, ids, templates),
  };
}

async function setStates({ portal }: TestPortal, ids: ReadonlyMap<string, string>): Promise<void> {
  const { db } = portal;
  const became = {
    ' off': { muted: [...NOTIFICATIONS], mail_daily: [], portal_off: [...NOTIFICATIONS] },
    ' bare': { email: null },
    ' blocked': { state: 'blocked' as const },
  };
  for (const [who, id] of ids)
    for (const [kind, set] of Object.entries(became))
      if (who.endsWith(kind)) await db.updateTable('person').set(set).where('id', '=', id).execute();
  const gone = [...ids].flatMap(([who, id]) => (who.endsWith(' erased') ? [id] : []));
  // Erased users get no notifications, not even about their own orders.
  await db.transaction().execute((trx) => portal.domains.erasePeople({ ...portal, db: trx, now: portal.now() }, gone, { again: true }));
  const later = new Date('2099-01-01');
  await db.updateTable('session').set({ expires_at: later, last_seen_at: later }).execute();
}

/** Returns the expected channels of all variants of a role, derived from those of the first variant (`how`). */
export function recipientsOf(role: string, template: MailTemplate, how: string): Recipients {
  const off = MAILS[template][0] === 'required' ? how : '';
  const byKind = { de: how, en: sorted(`en ${how}`), off, bare: how.includes('portal') ? 'portal' : '' };
  return Object.fromEntries(Object.entries(byKind).flatMap(([kind, way]) => (way === '' ? [] : [[`${role} ${kind}`, way]])));
}
const sorted = (words: string): string => [...new Set(words.split(' '))].filter(Boolean).sort().join(' ');

async function collectRecipients(
  db: Db,
  ids: ReadonlyMap<string, string>,
  templates: readonly MailTemplate[],
): Promise<Record<string, Recipients>> {
  const jobs = await db.deleteFrom('job').where('kind', '=', 'mail').returning('payload').execute();
  const notices = await db.selectFrom('notice').selectAll().where('template', '<>', 'seen').execute();
  await db.updateTable('notice').set({ template: 'seen', shown: false, mail_due: null }).execute();
  const people = await db.selectFrom('person').select(['id', 'email']).execute();
  const nameOf = (id: string | undefined): string => [...ids].find(([, one]) => one === id)?.[0] ?? '?';
  const received: Record<string, Recipients> = {};
  const note = (template: string, who: string, how: string, words: string): void => {
    received[template] ??= {};
    received[template][who] = sorted(`${received[template][who] ?? ''} ${how} ${matchesSubject(de, template, words) ? '' : 'en'}`);
  };
  for (const mail of jobs.map(({ payload }) => payload as Mail)) {
    const template = templates.find((one) => [de, en].some((words) => matchesSubject(words, one, mail.subject))) ?? mail.subject;
    const reader = people.find(({ email }) => email === mail.to.address);
    note(template, reader ? nameOf(reader.id) : mail.to.address, 'mail', mail.subject);
  }
  for (const { template, person_id, title, shown, mail_due } of notices)
    note(template, nameOf(person_id ?? undefined), `${shown ? 'portal' : ''} ${mail_due ? 'daily' : ''}`, title);
  return received;
}

/** Returns whether `subject` matches the subject of a template in the given texts. */
function matchesSubject(words: Record<string, string>, template: string, subject: string): boolean {
  const known = new RegExp(`^mail\\.${template}\\.(subject|several)(_\\w+)?$`);
  return Object.entries(words).some(([key, text]) => {
    if (!known.test(key)) return false;
    const parts = text.split(/\{\{[^}]*\}\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    return new RegExp(`^${parts.join('.*')}$`).test(subject);
  });
}
