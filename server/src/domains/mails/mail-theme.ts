/** Name, colours and logo of mails, from the current settings. */
import type { Portal } from '../../http/context.ts';
import type { MailTheme } from '../../mail/compose.ts';
import { pictures } from '../../pictures/index.ts';
import { readPictureContent, readSettings } from '../setup/index.ts';

/** Display size of the logo. It is drawn at twice this size for sharp screens. */
const HEIGHT = 40;
const WIDTH = 280;
const SHARPNESS = 2;

/** Logo as PNG, because mail programs do not show SVG. It is cached between mails. */
const drawn = new Map<string, MailTheme['logo']>();

export async function readMailTheme(portal: Pick<Portal<'storage'>, 'db' | 'storage'>): Promise<MailTheme> {
  const { senderName, productName, primaryColor, linkColor, logo } = await readSettings(portal.db);
  const portalName = senderName || productName;
  return { portalName, primaryColor, linkColor, logo: logo && (await drawLogo(portal, logo.file, logo.alt || portalName)) };
}

async function drawLogo(portal: Pick<Portal<'storage'>, 'db' | 'storage'>, file: string, alt: string): Promise<MailTheme['logo']> {
  const name = `${file} ${alt}`;
  if (drawn.has(name)) return drawn.get(name) ?? null;
  const content = await readPictureContent(portal, file);
  if (!content) return null;
  const { content: png, ...size } = await pictures.fitPng(content, { height: HEIGHT * SHARPNESS, width: WIDTH * SHARPNESS });
  const found = { png: Buffer.from(png), alt, width: Math.round(size.width / SHARPNESS), height: Math.round(size.height / SHARPNESS) };
  drawn.clear();
  drawn.set(name, found);
  return found;
}
