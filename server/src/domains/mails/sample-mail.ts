/** Sample mail with example values (docs/behaviour/setup.md#mails-as-they-arrive). */
import { pluralForm } from '@fundus/contract/locale';
import type { MailTemplate } from '@fundus/contract/mails/mails';
import type { MessageKey } from '@fundus/contract/messages';
import { MAIL_AREA, mailTemplateOf } from '@fundus/contract/setup/texts';
import type { MailInput } from '../../mail/compose.ts';
import { sampleQuote, sampleValues } from './sample-words.ts';
import type { Translate } from './words.ts';

type Block = MailInput['body'][number];

/**
 * Layout of templates with more than a text and an action, in the order of the functions that compose them. `- x` is a line of a list, `> x` a link,
 * `= x` a label with a number, and `"` quoted words of a user. All other entries are texts. Names with `mail.` belong to another template.
 */
const LAYOUTS: Partial<Record<MailTemplate, readonly string[]>> = {
  accessibilityReport: ['intro', '= answerBy', '"', 'mail.contact.reply'],
  assignmentFeedback: ['comment', 'done', 'undone', '> action'],
  assignmentOpen: ['until', 'text', '> action'],
  assignmentReminder: ['until', 'text', '> action'],
  classRequests: ['text', '- line', '> action'],
  contact: ['intro', '= none', '"', 'reply'],
  contactCopy: ['intro', '"', 'receipt.subject', 'receipt'],
  daily: ['text', '"', '> open'],
  invitation: ['text', 'message', '> action'],
  lendingApproved: ['text', '- mail.lendingOrdered.line', '> mail.lendingOrdered.open'],
  lendingAtRisk: ['text', '- mail.lendingOrdered.line', '> mail.lendingOrdered.open'],
  lendingAtRiskDesk: ['text', '- mail.lendingOrdered.line', '> mail.lendingOrdered.open'],
  lendingBroken: ['text', '- mail.lendingOrdered.line', 'free', '- mail.lendingOrdered.line', '> mail.lendingOrdered.open'],
  lendingCancelled: ['text', '"', '- mail.lendingOrdered.line', '> mail.lendingOrdered.open'],
  lendingChanged: ['text', '- mail.lendingOrdered.line', '> mail.lendingOrdered.open'],
  lendingDates: ['text', '- line', '- onLoan', '- asked', '> mail.lendingOrdered.open'],
  lendingDue: ['text', '- line', '- needed', 'learners', '- by', '> mail.lendingOrdered.open'],
  lendingLeaving: ['text', '- device', '- order', '- fee'],
  lendingLeavingDesk: ['text', '- mail.lendingLeaving.device', '> mail.lendingOrdered.open'],
  lendingMessage: ['text', '"', '> mail.lendingOrdered.open'],
  lendingOffer: ['text', '- mail.lendingOrdered.line', '> mail.lendingOrdered.open'],
  lendingOrdered: ['text', '- line', '- courier', '- noCourier', '- lessons', '> open'],
  lendingOverdue: [
    ...['text', 'last', '- mail.lendingDue.line', '- mail.lendingDue.needed', 'learners', '- mail.lendingDue.by', 'suspended'],
    '> mail.lendingOrdered.open',
  ],
  lendingOverdueOthers: ['text', '- line', '- mail.lendingDue.needed', '> mail.lendingOrdered.open'],
  lendingReady: ['text', '- mail.lendingOrdered.line', '> mail.lendingOrdered.open'],
  lendingReceipt: ['out', '- out.line', 'back', '- back.line', '- incomplete', '- damaged', '- lost', '> mail.lendingOrdered.open'],
  lendingRejected: ['text', '"', '- mail.lendingOrdered.line', '> mail.lendingOrdered.open'],
  lendingRequest: ['text', '"', '- mail.lendingOrdered.line', '> mail.lendingOrdered.open'],
  lendingState: [
    ...['text', 'ready', '- mail.lendingOrdered.line', 'not_collected', '- mail.lendingOrdered.line'],
    ...['expired', '- mail.lendingOrdered.line', '> mail.lendingOrdered.open'],
  ],
  lendingSuspended: ['text', 'until', '"', '> mail.lendingOrdered.open'],
  licenceAlert: ['text', '- ends', '- shareEnds', '- seatsLow', '- unused', 'mail.more', '> open'],
  monthlyReport: [
    ...['text', '= uses', '= active', '= classes', '= cost', '= idle', 'district', 'few'],
    ...['waiting', '- waiting.people', '- waiting.orders', '- waiting.trials', '- waiting.wishes'],
    ...['top', 'ending', '- mail.licenceAlert.ends', 'costs', 'unused', 'mail.more', '> action'],
  ],
  news: ['text', '"', 'more', '> open'],
  purchaseConfirmed: ['text', 'codes', '> open'],
  reportSettled: ['fixed', 'rejected', '"'],
  savedSearchDigest: ['text', 'several', 'severalText', '- found', '> open', '> change'],
  schoolYear: [
    ...['text', '= classes', '= ownClasses', '= codes', '= licences', 'licencesHeading', '- mail.licenceAlert.ends', '> action'],
    '> mail.licenceAlert.open',
  ],
  trialAsked: ['text', '> open'],
  wish: ['examined', 'planned', 'ordered', 'returned', 'declined', '"', '> open'],
};

/** Layout of all other templates. */
const USUAL = ['text', '> action', '> open'];

/** Template in whose sample a text shared by many mails is shown. */
const AROUND: Readonly<Record<string, MailTemplate>> = {
  'mail.accountReason': 'accountApproved',
  'mail.required': 'accountApproved',
  'mail.settings': 'accountApproved',
  'mail.more': 'licenceAlert',
};

/** Returns the template in which a text occurs, or `null`. */
export const findTextTemplate = (key: string): MailTemplate | null => AROUND[key] ?? (mailTemplateOf(key) as MailTemplate | null);

/** Returns a number for which the plural form of `key` is used. */
export function countFor(key: string, locale: string): number {
  const wanted = pluralForm(key)?.category;
  const rules = new Intl.PluralRules(locale);
  const numbers = [3, 1, 2, 0, ...Array.from({ length: 120 }, (_, i) => i)];
  return numbers.find((number) => wanted === undefined || rules.select(number) === wanted) ?? 3;
}

/** Returns true if the text is for learners, in place of the one for adults. */
export const isToLearner = (key: string): boolean => (pluralForm(key)?.base ?? key).endsWith('.pupil');

type Sample = { t: Translate; has: (key: string) => boolean; language: string; count: number; pupil: boolean };

/** Composes the sample. `has` returns true if a text exists in any plural form. `pupil` selects the texts for learners. */
export function composeSample(
  template: MailTemplate,
  { t, has, language, count, pupil }: Sample,
): Pick<MailInput, 'subject' | 'body'> & { values: Record<string, string | number> } {
  const values = sampleValues(language, count);
  const keyOf = (name: string): string => (name.startsWith(`${MAIL_AREA}.`) ? name : `${MAIL_AREA}.${template}.${name}`);
  const theirs = (key: string): string => (pupil && has(`${key}.pupil`) ? `${key}.pupil` : key);
  const word = (name: string): string => t(theirs(keyOf(name)) as MessageKey, values);
  const body: Block[] = [];
  for (const each of LAYOUTS[template] ?? USUAL) {
    const [, sign = '', name = ''] = /^([->="]?) ?(.*)$/.exec(each) ?? [];
    if (sign !== '"' && !has(keyOf(name))) continue;
    const last = body.at(-1);
    if (sign === '"') body.push({ kind: 'quote', text: sampleQuote(language) });
    else if (sign === '>') body.push({ kind: 'link', label: word(name), href: '/' });
    else if (sign === '=' && last?.kind === 'facts') last.rows.push([word(name), String(count)]);
    else if (sign === '=') body.push({ kind: 'facts', rows: [[word(name), String(count)]] });
    else if (sign === '-' && last?.kind === 'text') last.text += `\n– ${word(name)}`;
    else body.push({ kind: 'text', text: sign === '-' ? `– ${word(name)}` : word(name) });
  }
  return { subject: word('subject'), body, values };
}
