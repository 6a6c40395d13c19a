/** Mails about orders (docs/behaviour/lending.md#mails), written in the transaction of the event. */
import type { CourierDays } from '@fundus/contract/lending/allocation/courier';
import type { Lessons } from '@fundus/contract/lending/calendar/lessons';
import { dateLocale } from '@fundus/contract/locale';
import type { MailTemplate } from '@fundus/contract/mails/mails';
import { href } from '@fundus/contract/screens';
import type { Ctx } from '../../../http/context.ts';
import { notifyPerson, writeMail, type MailContext, type Message, type Translate } from '../../mails/index.ts';
import { courierOf, findOrder, listLines } from '../allocation/order-repository.ts';
import { findPoint, type PointRow } from '../points/point-repository.ts';
import { notifyBorrower } from '../borrowers/notify-borrower.ts';
import { listDeskRecipients } from './remind-repository.ts';
import { hasBorrower } from '../borrowers/borrower.ts';

type At = Pick<Ctx, 'db' | 'now' | 'config'> & Pick<MailContext, 'delayed'>;
/** Line of a mail. Loans by lesson have `lessons`, the start of the first lesson and the end of the last one. */
export type LoanInfo = {
  model: string;
  start: string;
  end: string;
  lessons?: Lessons | null;
  begins_at?: string | null;
  ends_at?: string | null;
  /** `collect` means that the borrower has to collect the devices because no courier delivers them. */
  courier?: CourierDays | 'collect' | null;
};
type Place = Pick<PointRow, 'id' | 'name' | 'address' | 'phone' | 'email'>;

export const formatMailDay = (language: string, day: string): string =>
  new Intl.DateTimeFormat(dateLocale(language), { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));

/** Returns lessons as text, such as `3. Stunde` or `3.–4. Stunde`. */
export const lessonWords = (t: Translate, { first, last }: Lessons): string =>
  t(first === last ? 'lending.lesson' : 'lending.lessons', { first, last });

/** Returns courier days as text, such as `Lieferung durch den Kurier am …, Abholung am ….` */
const formatCourier = (t: Translate, language: string, courier: CourierDays | 'collect'): string =>
  courier === 'collect'
    ? t('mail.lendingOrdered.noCourier')
    : t('mail.lendingOrdered.courier', { bring: formatMailDay(language, courier.bring), fetch: formatMailDay(language, courier.fetch) });

/** Returns the lines as a list in which equal lines are merged, such as `– 2 × Kamera: Montag, 2. März 2026 bis …`. */
export function formatLoanLines(t: Translate, language: string, lines: readonly LoanInfo[]): string {
  const counts = new Map<string, number>();
  for (const line of lines) {
    const { model, start, end, lessons, begins_at, ends_at, courier = null } = line;
    const period =
      lessons && start === end
        ? t('mail.lendingOrdered.lessons', {
            ...{ model, start: formatMailDay(language, start), lessons: lessonWords(t, lessons) },
            ...{ begins: begins_at ?? '', ends: ends_at ?? '' },
          })
        : t('mail.lendingOrdered.line', { model, start: formatMailDay(language, start), end: formatMailDay(language, end) });
    const words = courier === null ? period : `${period}. ${formatCourier(t, language, courier)}`;
    counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  return [...counts].map(([words, count]) => (count > 1 ? `– ${count} × ${words}` : `– ${words}`)).join('\n');
}

/** Returns name, address and contact details of a point. */
export const placeWords = ({ name, address, phone, email }: Omit<Place, 'id'>): string =>
  [name, address, phone, email].filter(Boolean).join('\n');

export const loansHref = (point: string): string => href('tech-rental', {}, { point, tab: 'loans' });

/** Contents of a mail. `pupil` is true if the reader is a learner, for whom the templates have separate texts. */
type About = {
  template: MailTemplate;
  values: Record<string, string | number>;
  lines: readonly LoanInfo[];
  reason?: string;
  pupil?: boolean;
};
/** Templates that also have a separate subject for learners. */
const GREETS: readonly MailTemplate[] = ['lendingOrdered'];

/** Returns a mail with one sentence, the lines, the address of the point and a link. */
export const composeOrderMail = (point: Place, { template, values, lines, reason = '', pupil = false }: About, link: string): Message => ({
  template,
  compose: (t, language, name) => {
    const word = (what: string, theirs = pupil): string =>
      t(`mail.${template}.${what}${theirs ? '.pupil' : ''}` as 'mail.lendingOrdered.text', { name, ...values });
    return {
      subject: word('subject', pupil && GREETS.includes(template)),
      body: [
        { kind: 'text', text: word('text') },
        ...(reason === '' ? [] : [{ kind: 'quote' as const, text: reason }]),
        { kind: 'text', text: formatLoanLines(t, language, lines) },
        { kind: 'text', text: placeWords(point) },
        { kind: 'link', label: t('mail.lendingOrdered.open'), href: link },
      ],
    };
  },
});

async function readOrder({ db }: At, id: string) {
  const order = (await findOrder(db, id))!;
  const point = (await findPoint(db, order.point_id))!;
  const lines = (await listLines(db, [id])).map(
    ({ model_name, start_on, end_on, lessons, begins_at, ends_at, state, id: line, ...rest }) => ({
      ...{ id: line, model: model_name, start: start_on, end: end_on, lessons, begins_at, ends_at, state, courier: courierOf(rest) },
    }),
  );
  return { order, point, lines, pupil: order.asked_at !== null };
}

/** Confirms an order to its borrower and notifies the desk. The desk is not notified of a learner's order until the teacher has agreed. */
export async function notifyOrdered(ctx: At, orderId: string): Promise<void> {
  const { order, point, lines, pupil } = await readOrder(ctx, orderId);
  const values = { number: order.number, title: order.title, point: point.name, responsible: order.responsible ?? '' };
  await notifyBorrower(ctx, order, composeOrderMail(point, { template: 'lendingOrdered', values, lines, pupil }, loansHref(point.id)));
  if (!pupil) await notifyDesk(ctx, orderId);
}

/** Returns the purpose, or an empty text if it equals the title. */
const purposeOf = ({ title, purpose }: { title: string; purpose: string }): string => (purpose === title ? '' : purpose);

/** Notifies the desk of an order that it has to decide on. */
async function notifyDesk(ctx: At, orderId: string): Promise<void> {
  const { order, point, lines } = await readOrder(ctx, orderId);
  const about = { ...valuesOf(order, point), school: order.school_name ?? '' };
  const link = href('tech-rental', {}, { point: point.id, tab: 'desk' });
  for (const reader of await listDeskRecipients(ctx.db, point))
    if (reader.id !== order.person_id)
      await writeMail(
        ctx,
        reader,
        composeOrderMail(point, { template: 'lendingRequest', values: about, lines, reason: purposeOf(order) }, link),
      );
}

type Read = Awaited<ReturnType<typeof readOrder>>;
const valuesOf = (order: Read['order'], point: Place) => ({
  ...{ number: order.number, title: order.title, point: point.name },
  ...{ borrower: order.borrower ?? '', responsible: order.responsible ?? '' },
});

/** Asks the responsible teacher to agree to an order. */
export async function notifyAsked(ctx: At, orderId: string): Promise<void> {
  const { order, point, lines } = await readOrder(ctx, orderId);
  if (order.responsible_id === null) return;
  const about = { template: 'lendingAsked' as const, values: valuesOf(order, point), lines, reason: purposeOf(order) };
  await notifyPerson(ctx, order.responsible_id, composeOrderMail(point, about, loansHref(point.id)));
}

/** Notifies the borrower that the teacher agreed, and the desk that it has to decide on the order. */
export async function notifyAgreed(ctx: At, orderId: string): Promise<void> {
  const { order, point, lines } = await readOrder(ctx, orderId);
  const about = { template: 'lendingAgreed' as const, values: valuesOf(order, point), lines };
  await notifyBorrower(ctx, order, composeOrderMail(point, about, loansHref(point.id)));
  await notifyDesk(ctx, orderId);
}

/** Notifies the borrower that the teacher declined the order. */
export async function notifyDisagreed(ctx: At, orderId: string, reason: string): Promise<void> {
  const { order, point, lines } = await readOrder(ctx, orderId);
  const about = { template: 'lendingDisagreed' as const, values: valuesOf(order, point), lines, reason };
  await notifyBorrower(ctx, order, composeOrderMail(point, about, loansHref(point.id)));
}

export type Decision = 'approved' | 'rejected' | 'cancelled' | 'changed';

const TEMPLATES: Record<Decision, MailTemplate> = {
  approved: 'lendingApproved',
  rejected: 'lendingRejected',
  cancelled: 'lendingCancelled',
  changed: 'lendingChanged',
};

/**
 * Notifies the borrower of a decision by the desk. `only` limits the mail to some lines. `noCourier` means that the borrower has to collect the
 * devices.
 */
export async function notifyDecision(
  ctx: At,
  orderId: string,
  decision: Decision,
  options: { only?: readonly string[]; reason?: string; noCourier?: boolean } = {},
): Promise<void> {
  const { order, point, lines, pupil } = await readOrder(ctx, orderId);
  const about: About = {
    pupil,
    template: TEMPLATES[decision],
    values: { number: order.number, title: order.title, point: point.name },
    lines: lines
      .filter(({ id }) => options.only?.includes(id) ?? true)
      .map((line) => (options.noCourier ? { ...line, courier: 'collect' } : line)),
    ...(options.reason !== undefined && { reason: options.reason }),
  };
  await notifyBorrower(ctx, order, composeOrderMail(point, about, loansHref(point.id)));
}

/** Notifies the borrower once all devices of the order are ready. Returns the ids of the ready lines, or none if a device is still missing. */
export async function notifyReady(ctx: At, orderId: string): Promise<string[]> {
  const { order, point, lines, pupil } = await readOrder(ctx, orderId);
  const ready = lines.filter(({ state }) => state === 'ready');
  if (!hasBorrower(order) || ready.length === 0 || lines.some(({ state }) => state === 'approved')) return [];
  // For orders sent by courier or post, the receipt on dispatch replaces this mail.
  if (order.delivery !== 'pickup') return ready.map(({ id }) => id);
  const values = { number: order.number, title: order.title, point: point.name };
  await notifyBorrower(ctx, order, composeOrderMail(point, { template: 'lendingReady', values, lines: ready, pupil }, loansHref(point.id)));
  return ready.map(({ id }) => id);
}

type Offered = { person_id: string; model: string; quantity: number; start: string; end: string; until: Date };

export function notifyOffer(ctx: At, point: PointRow, { person_id, model, quantity, start, end, until }: Offered): Promise<unknown> {
  const lines = Array.from({ length: quantity }, () => ({ model, start, end }));
  return notifyPerson(ctx, person_id, {
    template: 'lendingOffer',
    compose: (t, language, name) => {
      const moment = new Intl.DateTimeFormat(dateLocale(language), {
        dateStyle: 'full',
        timeStyle: 'short',
        timeZone: 'Europe/Berlin',
      }).format(until);
      const mail = composeOrderMail(point, { template: 'lendingOffer', values: { model, until: moment }, lines }, loansHref(point.id));
      return mail.compose(t, language, name);
    },
  });
}
