/** Composes the two parts of a mail: plain text, and simple HTML with the same content. */
import { directionOf } from '@fundus/contract/locale';
import { z } from 'zod';
import { escapeMarkup } from '../escape-markup.ts';

/** Replaces line breaks and control characters, because the text becomes a mail header. */
// oxlint-disable-next-line no-control-regex
const line = z.string().transform((text) => text.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim());
const person = z.object({ address: z.string(), name: line.optional() });

const Block = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  /** Labels with their values, one pair per line. */
  z.object({ kind: z.literal('facts'), rows: z.array(z.tuple([z.string(), z.string()])) }),
  /** A text written by another user. */
  z.object({ kind: z.literal('quote'), text: z.string() }),
  /** A link. `href` is a path of the portal or an absolute URL. */
  z.object({ kind: z.literal('link'), label: z.string(), href: z.string() }),
]);

export const Mail = z.object({
  to: person,
  replyTo: person.optional(),
  /** Language of all texts of the mail. */
  language: z.string(),
  subject: line,
  body: z.array(Block),
  /** Reason why the user receives the mail (docs/behaviour/mails.md#mails). */
  reason: z.string(),
  /** Sentence that explains why the mail cannot be switched off, if this is the case. */
  required: z.string().optional(),
  /** Link to the mail settings as a path of the portal. */
  settings: z.object({ label: z.string(), href: z.string() }).optional(),
  /** Recipient and kind of mail for one-click unsubscribe (RFC 8058). */
  unsubscribe: z.object({ person: z.string(), kind: z.string() }).optional(),
});
export type MailInput = z.input<typeof Mail>;
export type Mail = z.output<typeof Mail>;

/** Appearance of the portal in its mails. */
export type MailTheme = {
  portalName: string;
  primaryColor: string;
  linkColor: string;
  /** Logo, which is attached to the mail. Width and height are in CSS pixels. */
  logo: { png: Buffer; alt: string; width: number; height: number } | null;
};

type Look = MailTheme & { publicUrl: string | undefined };

/** Content id of the attached logo. */
export const LOGO_CID = 'logo@portal';

const whole = (href: string, publicUrl: string | undefined): string | null =>
  /^https?:\/\//.test(href) ? href : publicUrl ? `${publicUrl}${href}` : null;

const reasonsOf = ({ reason, required }: Mail): string => [reason, required].filter(Boolean).join(' ');

export function composeText(mail: Mail, look: Look): string {
  const parts = mail.body.map((block) => {
    if (block.kind === 'text') return block.text;
    if (block.kind === 'facts') return block.rows.map(([label, value]) => `${label}: ${value}`).join('\n');
    if (block.kind === 'quote') return block.text.replace(/^/gm, '> ');
    return `${block.label}:\n${whole(block.href, look.publicUrl) ?? block.href}`;
  });
  // The text below starts with the signature delimiter (RFC 3676, 4.3).
  const { settings } = mail;
  const foot = [
    look.portalName,
    look.publicUrl,
    reasonsOf(mail),
    settings && `${settings.label}:\n${whole(settings.href, look.publicUrl) ?? settings.href}`,
  ];
  return `${parts.join('\n\n')}\n\n-- \n${foot.filter(Boolean).join('\n')}\n`;
}

const paragraphs = (text: string): string =>
  text
    .split(/\n{2,}/)
    .map((each) => `<p style="margin:0 0 12px">${escapeMarkup(each).replaceAll('\n', '<br>')}</p>`)
    .join('');

/** Returns the HTML part without style sheets or external resources. The logo is attached. */
export function composeHtml(mail: Mail, look: Look): string {
  const colour = escapeMarkup(look.linkColor);
  const parts = mail.body.map((block) => {
    if (block.kind === 'text') return paragraphs(block.text);
    if (block.kind === 'quote')
      return `<blockquote style="margin:0 0 12px;padding:0;padding-inline-start:12px;border:0;border-inline-start:3px solid ${colour}">${paragraphs(block.text)}</blockquote>`;
    if (block.kind === 'facts')
      return `<p style="margin:0 0 12px">${block.rows.map(([label, value]) => `<strong>${escapeMarkup(label)}:</strong> ${escapeMarkup(value)}`).join('<br>')}</p>`;
    return `<p style="margin:0 0 12px">${linkOf(block, look)}</p>`;
  });
  const settings = mail.settings && linkOf(mail.settings, look);
  const portal = look.publicUrl
    ? `<a href="${escapeMarkup(look.publicUrl)}" style="color:${colour}">${escapeMarkup(look.portalName)}</a>`
    : escapeMarkup(look.portalName);
  return [
    `<!doctype html><html lang="${escapeMarkup(mail.language)}" dir="${directionOf(mail.language)}"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">`,
    `<meta name="viewport" content="width=device-width"><title>${escapeMarkup(mail.subject)}</title></head>`,
    '<body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif"><div style="max-width:36em">',
    `<p style="margin:0 0 24px;padding:0 0 12px;border-bottom:3px solid ${escapeMarkup(look.primaryColor)};font-size:20px">${headOf(look)}</p>`,
    ...parts,
    `<hr style="margin:24px 0 12px;border:0;border-top:1px solid #999"><p style="margin:0;font-size:14px">${[portal, escapeMarkup(reasonsOf(mail)), settings].filter(Boolean).join('<br>')}</p>`,
    '</div></body></html>',
  ].join('');
}

/** Returns a link, or its label and path if the portal has no public URL. */
function linkOf({ label, href }: { label: string; href: string }, look: Look): string {
  const address = whole(href, look.publicUrl);
  if (!address) return `${escapeMarkup(label)}: ${escapeMarkup(href)}`;
  return `<a href="${escapeMarkup(address)}" style="color:${escapeMarkup(look.linkColor)}">${escapeMarkup(label)}</a>`;
}

const headOf = ({ logo, portalName }: Look): string =>
  logo
    ? `<img src="cid:${LOGO_CID}" alt="${escapeMarkup(logo.alt)}" width="${logo.width}" height="${logo.height}" style="display:block;border:0">`
    : `<strong>${escapeMarkup(portalName)}</strong>`;
